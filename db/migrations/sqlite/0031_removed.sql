ALTER TABLE `dreams` ADD `removed_at` integer;--> statement-breakpoint
ALTER TABLE `dreams` ADD `removed_reason` text;--> statement-breakpoint
CREATE INDEX `dreams_removed` ON `dreams` (`removed_at`) WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX `admin_actions_target` ON `admin_actions` (`target_id`,`at`);