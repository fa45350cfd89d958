ALTER TABLE `dreams` ADD `taken_down_at` integer;--> statement-breakpoint
ALTER TABLE `dreams` ADD `taken_down_reason` text;--> statement-breakpoint
ALTER TABLE `dreams` ADD `taken_down_shared` integer;--> statement-breakpoint
CREATE INDEX `dreams_taken_down` ON `dreams` (`taken_down_at`) WHERE taken_down_at is not null;