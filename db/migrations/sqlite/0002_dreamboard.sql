CREATE TABLE `dream_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`dream_id` text NOT NULL,
	`reason` text NOT NULL,
	`message` text,
	`user_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `dream_reports_dream` ON `dream_reports` (`dream_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `spent_streams` (
	`dream_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`charged_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `spent_streams_user` ON `spent_streams` (`user_id`,`charged_at`);--> statement-breakpoint
CREATE TABLE `help_conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `help_conversations_user` ON `help_conversations` (`user_id`);--> statement-breakpoint
CREATE INDEX `help_conversations_used` ON `help_conversations` (`last_used_at`);--> statement-breakpoint
CREATE TABLE `help_messages` (
	`conversation_id` text NOT NULL,
	`position` integer NOT NULL,
	`role` text NOT NULL,
	`content` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `position`),
	FOREIGN KEY (`conversation_id`) REFERENCES `help_conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `dreams` ADD `name_key` text;--> statement-breakpoint
ALTER TABLE `dreams` ADD `preview_key` text;--> statement-breakpoint
ALTER TABLE `dreams` ADD `filmstrip_key` text;--> statement-breakpoint
CREATE INDEX `dreams_hidden` ON `dreams` (`hidden_at`) WHERE hidden_at is not null;--> statement-breakpoint
UPDATE `dreams` SET `name_key` = lower(trim(`name`)) WHERE trim(`name`) <> '';
