ALTER TABLE `email_links` ADD `login_id` text;--> statement-breakpoint
ALTER TABLE `email_links` ADD `user_agent` text;--> statement-breakpoint
ALTER TABLE `login_sessions` ADD `proven_at` integer;