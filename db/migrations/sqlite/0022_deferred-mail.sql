ALTER TABLE `email_links` ADD `deferred_id` text;--> statement-breakpoint
ALTER TABLE `mail_recipients` ADD `deferred_at` integer;--> statement-breakpoint
ALTER TABLE `mail_recipients` ADD `retry_at` integer;