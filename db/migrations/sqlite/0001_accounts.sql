CREATE TABLE `pending_identities` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`email` text NOT NULL,
	`name` text,
	`picture` text,
	`next` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pending_identities_expiry` ON `pending_identities` (`expires_at`);--> statement-breakpoint
CREATE TABLE `carried_trials` (
	`user_id` text PRIMARY KEY NOT NULL,
	`used` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `trial_traces` (
	`identity_hash` text PRIMARY KEY NOT NULL,
	`used` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `users` ADD `picture_source` text;--> statement-breakpoint
ALTER TABLE `users` ADD `erasure_at` integer;