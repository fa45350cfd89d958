CREATE TABLE `stripe_customers` (
	`user_id` text PRIMARY KEY NOT NULL,
	`creation_key` text NOT NULL,
	`customer_id` text,
	`readings_begun` integer NOT NULL,
	`reading_written` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stripe_customers_customer` ON `stripe_customers` (`customer_id`);--> statement-breakpoint
DROP INDEX `users_stripe_customer`;--> statement-breakpoint
ALTER TABLE `users` DROP COLUMN `stripe_customer_id`;--> statement-breakpoint
DROP INDEX `stripe_events_unprocessed`;--> statement-breakpoint
ALTER TABLE `stripe_events` ADD `customer_id` text;--> statement-breakpoint
ALTER TABLE `stripe_events` ADD `charge_id` text;--> statement-breakpoint
CREATE INDEX `stripe_events_customer` ON `stripe_events` (`customer_id`,`processed_at`);--> statement-breakpoint
CREATE INDEX `stripe_events_processed` ON `stripe_events` (`processed_at`);--> statement-breakpoint
ALTER TABLE `stripe_events` DROP COLUMN `payload`;