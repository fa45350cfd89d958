CREATE TABLE "erased_dreams" (
	"code" text PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "erased_dreams_at" ON "erased_dreams" USING btree ("at");--> statement-breakpoint
CREATE INDEX "dreams_unshared" ON "dreams" USING btree ("id") WHERE not shared;