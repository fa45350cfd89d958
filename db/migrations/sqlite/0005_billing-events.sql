DROP INDEX `stripe_events_customer`;--> statement-breakpoint
DROP INDEX `stripe_events_processed`;--> statement-breakpoint
CREATE INDEX `stripe_events_received` ON `stripe_events` (`received_at`);--> statement-breakpoint
ALTER TABLE `stripe_events` DROP COLUMN `customer_id`;--> statement-breakpoint
ALTER TABLE `stripe_events` DROP COLUMN `charge_id`;--> statement-breakpoint
ALTER TABLE `stripe_events` DROP COLUMN `processed_at`;