CREATE TABLE `dream_audiences` (
	`dream_id` text PRIMARY KEY NOT NULL,
	`watch_id` text NOT NULL,
	`signed_in` integer NOT NULL,
	`named` integer NOT NULL,
	`opened_at` integer NOT NULL,
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dream_audiences_watch` ON `dream_audiences` (`watch_id`);--> statement-breakpoint
ALTER TABLE `dream_prompts` ADD `from_audience` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `dream_prompts` ADD `by_name` text;--> statement-breakpoint
ALTER TABLE `dream_prompts` ADD `by_user_id` text;--> statement-breakpoint
CREATE INDEX `dream_prompts_by` ON `dream_prompts` (`by_user_id`) WHERE by_user_id is not null;