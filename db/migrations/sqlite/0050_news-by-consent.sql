ALTER TABLE `users` ADD `news` text;--> statement-breakpoint
ALTER TABLE `users` ADD `news_at` integer;--> statement-breakpoint
CREATE INDEX `users_news` ON `users` (`created_at`) WHERE news = 'yes';