ALTER TABLE `mail_jobs` ADD `translations` text;--> statement-breakpoint
ALTER TABLE `mail_recipients` ADD `locale` text;