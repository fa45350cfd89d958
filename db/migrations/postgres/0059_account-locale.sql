ALTER TABLE "users" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "dream_reports" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "mail_log" ADD COLUMN "locale" text;