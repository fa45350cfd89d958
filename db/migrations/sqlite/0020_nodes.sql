CREATE TABLE `node_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`sent_at` integer NOT NULL,
	`sender` text NOT NULL,
	`recipient` text,
	`kind` text NOT NULL,
	`payload` text,
	`answers` text
);
--> statement-breakpoint
CREATE INDEX `node_messages_sent` ON `node_messages` (`sent_at`);--> statement-breakpoint
CREATE TABLE `nodes` (
	`url` text PRIMARY KEY NOT NULL,
	`run` text NOT NULL,
	`beats` integer NOT NULL,
	`draining` integer NOT NULL,
	`started_at` integer NOT NULL,
	`lost_at` integer
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`points` integer NOT NULL,
	`expire` integer
);
--> statement-breakpoint
CREATE INDEX `rate_limits_expire` ON `rate_limits` (`expire`);--> statement-breakpoint
ALTER TABLE `dreams` ADD `claimed_at` integer;--> statement-breakpoint
CREATE INDEX `dreams_waiting` ON `dreams` (`requested_at`,`id`) WHERE job_status = 'PENDING' and claimed_at is null;