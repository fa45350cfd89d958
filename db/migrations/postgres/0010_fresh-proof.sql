ALTER TABLE "email_links" ADD COLUMN "login_id" text;--> statement-breakpoint
ALTER TABLE "email_links" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD COLUMN "proven_at" bigint;