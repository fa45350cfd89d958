ALTER TABLE "email_links" ADD COLUMN "deferred_id" text;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "deferred_at" bigint;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "retry_at" bigint;