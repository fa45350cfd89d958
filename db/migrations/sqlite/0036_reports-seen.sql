ALTER TABLE `dream_reports` ADD `reporter` text;--> statement-breakpoint
ALTER TABLE `dream_reports` ADD `seen_at` integer;