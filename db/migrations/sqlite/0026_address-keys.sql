DROP INDEX `users_email`;--> statement-breakpoint
DROP INDEX `users_living`;--> statement-breakpoint
ALTER TABLE `users` ADD `email_key` text;--> statement-breakpoint
-- Written by hand: folding ASCII is lower case alone. A daily job folds the other addresses, in our own language.
UPDATE users SET email_key = lower(email) WHERE email NOT GLOB '*[^ -~]*';
--> statement-breakpoint
CREATE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_living` ON `users` (`created_at`,`id`,`role`,`email_key`,`deleted_at`) WHERE deleted_at is null;