ALTER TABLE `dreams` ADD `reports_held_at` integer;--> statement-breakpoint
ALTER TABLE `dreams` ADD `flagged_held_at` integer;--> statement-breakpoint
ALTER TABLE `dreams` ADD `unchecked_held_at` integer;--> statement-breakpoint
CREATE INDEX `dreams_held` ON `dreams` (`id`) WHERE (reports_held_at is not null or flagged_held_at is not null or unchecked_held_at is not null);--> statement-breakpoint
CREATE INDEX `dreams_removed_of` ON `dreams` (`user_id`,`id`) WHERE removed_at is not null;--> statement-breakpoint
update dreams set shared = taken_down_shared where taken_down_at is not null and taken_down_shared is not null;--> statement-breakpoint
update dreams set reports_held_at = taken_down_at, taken_down_at = null, taken_down_reason = null where taken_down_at is not null and taken_down_reason = 'Several people have reported it. An operator will look at it.';--> statement-breakpoint
update dreams set flagged_held_at = taken_down_at, taken_down_at = null, taken_down_reason = null where taken_down_at is not null and taken_down_reason = 'Our picture check flagged it. An operator will look at it.';--> statement-breakpoint
update dreams set unchecked_held_at = taken_down_at, taken_down_at = null, taken_down_reason = null where taken_down_at is not null and taken_down_reason = 'Its pictures could not be checked. An operator will look at it.';--> statement-breakpoint
update dreams set hidden_at = null where removed_at is not null and hidden_at = removed_at;--> statement-breakpoint
ALTER TABLE `dreams` DROP COLUMN `taken_down_shared`;