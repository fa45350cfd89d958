CREATE TABLE `dream_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`dream_id` text NOT NULL,
	`format` text NOT NULL,
	`from_ms` integer NOT NULL,
	`length_ms` integer NOT NULL,
	`captions` integer NOT NULL,
	`state` text NOT NULL,
	`fault` text,
	`fault_detail` text,
	`bytes` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dream_exports_same` ON `dream_exports` (`dream_id`,`format`,`from_ms`,`length_ms`,`captions`);--> statement-breakpoint
CREATE INDEX `dream_exports_created` ON `dream_exports` (`created_at`);