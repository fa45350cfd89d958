CREATE TABLE `account_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text,
	`login_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_tokens_hash` ON `account_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `account_tokens_user` ON `account_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `account_tokens_expiry` ON `account_tokens` (`expires_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `own_name` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `own_email` integer DEFAULT false NOT NULL;