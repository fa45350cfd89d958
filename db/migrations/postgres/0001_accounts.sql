CREATE TABLE "pending_identities" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"picture" text,
	"next" text,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carried_trials" (
	"user_id" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trial_traces" (
	"identity_hash" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "picture_source" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erasure_at" bigint;--> statement-breakpoint
ALTER TABLE "carried_trials" ADD CONSTRAINT "carried_trials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_identities_expiry" ON "pending_identities" USING btree ("expires_at");