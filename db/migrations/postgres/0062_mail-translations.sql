ALTER TABLE "mail_jobs" ADD COLUMN "translations" jsonb;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD COLUMN "locale" text;