CREATE TABLE `collection_dreams` (
	`collection_id` text NOT NULL,
	`dream_id` text NOT NULL,
	`position` real NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `dream_id`),
	FOREIGN KEY (`collection_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `collection_dreams_order` ON `collection_dreams` (`collection_id`,`position`);--> statement-breakpoint
CREATE INDEX `collection_dreams_added` ON `collection_dreams` (`collection_id`,`added_at`);--> statement-breakpoint
CREATE INDEX `collection_dreams_dream` ON `collection_dreams` (`dream_id`);--> statement-breakpoint
CREATE TABLE `collections` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`share_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `collections_name` ON `collections` (`user_id`,`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `collections_share` ON `collections` (`share_id`);--> statement-breakpoint
CREATE TABLE `handles` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`taken_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `handles_user` ON `handles` (`user_id`,`taken_at`);--> statement-breakpoint
CREATE TABLE `profile_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`reason` text NOT NULL,
	`message` text,
	`user_id` text,
	`contact` text,
	`locale` text NOT NULL,
	`seen_at` integer,
	`decision` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `profile_reports_profile` ON `profile_reports` (`profile_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `profiles` (
	`user_id` text PRIMARY KEY NOT NULL,
	`handle` text NOT NULL,
	`name` text,
	`bio` text,
	`collection_id` text,
	`open` integer NOT NULL,
	`taken_down_at` integer,
	`taken_down_reason` text,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`collection_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE set null
);
