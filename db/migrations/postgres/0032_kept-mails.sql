ALTER TABLE "mail_log" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "mail_log" ADD COLUMN "html" text;--> statement-breakpoint
CREATE INDEX "mail_log_user" ON "mail_log" USING btree ("user_id","created_at");