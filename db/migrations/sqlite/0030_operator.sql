CREATE TABLE `person_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `person_notes_user` ON `person_notes` (`user_id`,`at`);--> statement-breakpoint
CREATE TABLE `sign_in_blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`until` integer
);
--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_until` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_reason` text;--> statement-breakpoint
ALTER TABLE `dreams` ADD `end_reason` text;--> statement-breakpoint
ALTER TABLE `dreams` ADD `end_detail` text;