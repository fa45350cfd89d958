ALTER TABLE `mail_log` ADD `text` text;--> statement-breakpoint
ALTER TABLE `mail_log` ADD `html` text;--> statement-breakpoint
CREATE INDEX `mail_log_user` ON `mail_log` (`user_id`,`created_at`);