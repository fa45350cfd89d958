ALTER TABLE `users` ADD `locale` text;--> statement-breakpoint
ALTER TABLE `dream_reports` ADD `locale` text;--> statement-breakpoint
ALTER TABLE `mail_log` ADD `locale` text;