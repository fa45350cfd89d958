ALTER TABLE "users" ADD COLUMN "news" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "news_at" bigint;--> statement-breakpoint
CREATE INDEX "users_news" ON "users" USING btree ("created_at") WHERE news = 'yes';