CREATE TABLE `worker_marks` (
	`worker_id` text PRIMARY KEY NOT NULL,
	`drained_at` integer,
	`failing_since` integer,
	`mailed_at` integer
);
