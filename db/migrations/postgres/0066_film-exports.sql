CREATE TABLE "dream_exports" (
	"id" text PRIMARY KEY NOT NULL,
	"dream_id" text NOT NULL,
	"format" text NOT NULL,
	"from_ms" integer NOT NULL,
	"length_ms" integer NOT NULL,
	"captions" boolean NOT NULL,
	"state" text NOT NULL,
	"fault" text,
	"fault_detail" text,
	"bytes" bigint,
	"created_at" bigint NOT NULL,
	"finished_at" bigint
);
--> statement-breakpoint
ALTER TABLE "dream_exports" ADD CONSTRAINT "dream_exports_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dream_exports_same" ON "dream_exports" USING btree ("dream_id","format","from_ms","length_ms","captions");--> statement-breakpoint
CREATE INDEX "dream_exports_created" ON "dream_exports" USING btree ("created_at");