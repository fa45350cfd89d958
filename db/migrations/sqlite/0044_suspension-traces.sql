-- Their codes had no key: addresses could be tried until one fits.
DELETE FROM `trial_traces`;--> statement-breakpoint
CREATE TABLE `suspension_traces` (
	`code` text NOT NULL,
	`suspension_id` text NOT NULL,
	`user_id` text,
	`until` integer,
	PRIMARY KEY(`code`, `suspension_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `suspension_traces_suspension` ON `suspension_traces` (`suspension_id`);--> statement-breakpoint
CREATE INDEX `suspension_traces_user` ON `suspension_traces` (`user_id`);--> statement-breakpoint
ALTER TABLE `trial_traces` ADD `at` integer NOT NULL;