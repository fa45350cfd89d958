CREATE TABLE `security_events` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`address` text,
	`device` text,
	`detail` text NOT NULL,
	`count` integer NOT NULL,
	`bucket` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `security_events_bucket` ON `security_events` (`bucket`);--> statement-breakpoint
CREATE INDEX `security_events_at` ON `security_events` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `security_events_kind` ON `security_events` (`kind`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`,`at`,`id`);