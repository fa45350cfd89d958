CREATE TABLE `dream_plans` (
	`dream_id` text PRIMARY KEY NOT NULL,
	`plan` text NOT NULL,
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `scores` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`score` text NOT NULL,
	`example` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `scores_user` ON `scores` (`user_id`,`changed_at`);--> statement-breakpoint
CREATE INDEX `scores_examples` ON `scores` (`name`) WHERE example;--> statement-breakpoint
ALTER TABLE `dream_controls` ADD `shown_frame` integer;--> statement-breakpoint
ALTER TABLE `dream_prompts` ADD `soft` real;--> statement-breakpoint
ALTER TABLE `dreams` ADD `parent_id` text;--> statement-breakpoint
ALTER TABLE `dreams` ADD `parent_seconds` real;--> statement-breakpoint
ALTER TABLE `dreams` ADD `planned` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `dreams` ADD `remix` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `dreams` ADD `is_exact` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `dreams_parent` ON `dreams` (`parent_id`) WHERE parent_id is not null;