DROP INDEX "users_email";--> statement-breakpoint
DROP INDEX "users_living";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_key" text;--> statement-breakpoint
-- Written by hand: folding ASCII is lower case alone. A daily job folds the other addresses, in our own language.
UPDATE users SET email_key = lower(email) WHERE email !~ '[^ -~]';
--> statement-breakpoint
CREATE INDEX "users_email_key" ON "users" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "users_living" ON "users" USING btree ("created_at","id","role","email_key","deleted_at") WHERE deleted_at is null;