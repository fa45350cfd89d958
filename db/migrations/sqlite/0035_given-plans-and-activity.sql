CREATE TABLE `active_days` (
	`user_id` text NOT NULL,
	`day` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `active_days_day` ON `active_days` (`day`,`user_id`);--> statement-breakpoint
ALTER TABLE `account_changes` ADD `until` integer;--> statement-breakpoint
CREATE INDEX `account_changes_until` ON `account_changes` (`until`) WHERE until is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `last_seen_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `users_seen` ON `users` (`last_seen_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `dreams_cost` ON `dreams` (`requested_at`,`gpu_seconds`,`user_id`) WHERE gpu_seconds > 0;--> statement-breakpoint
UPDATE users SET last_seen_at = coalesce((SELECT max(last_used_at) FROM login_sessions WHERE user_id = users.id), 0);--> statement-breakpoint
INSERT INTO active_days (user_id, day) SELECT DISTINCT user_id, requested_at / 86400000 FROM dreams;
