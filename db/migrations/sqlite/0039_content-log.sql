CREATE TABLE `content_log` (
	`sha256` text NOT NULL,
	`watermark` text NOT NULL,
	`kind` text NOT NULL,
	`bytes` integer NOT NULL,
	`made_at` integer NOT NULL,
	`generator` text,
	`ai` integer NOT NULL,
	`dream_id` text,
	PRIMARY KEY(`sha256`, `watermark`),
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `content_log_watermark` ON `content_log` (`watermark`);--> statement-breakpoint
CREATE INDEX `content_log_dream` ON `content_log` (`dream_id`);