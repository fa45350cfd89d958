-- Their codes had no key: addresses could be tried until one fits.
DELETE FROM "trial_traces";--> statement-breakpoint
CREATE TABLE "suspension_traces" (
	"code" text NOT NULL,
	"suspension_id" text NOT NULL,
	"user_id" text,
	"until" bigint,
	CONSTRAINT "suspension_traces_code_suspension_id_pk" PRIMARY KEY("code","suspension_id")
);
--> statement-breakpoint
ALTER TABLE "trial_traces" ADD COLUMN "at" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "suspension_traces" ADD CONSTRAINT "suspension_traces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "suspension_traces_suspension" ON "suspension_traces" USING btree ("suspension_id");--> statement-breakpoint
CREATE INDEX "suspension_traces_user" ON "suspension_traces" USING btree ("user_id");