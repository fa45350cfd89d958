CREATE TABLE `runpod_jobs` (
	`key` text PRIMARY KEY NOT NULL,
	`job_id` text,
	`dream_id` text NOT NULL,
	`node` text NOT NULL,
	`max_seconds` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`started_at` integer,
	`dialled_at` integer,
	`ended_at` integer,
	`worker_id` text,
	`delay_ms` integer,
	`gpu_ms` integer,
	`outcome` text
);
--> statement-breakpoint
CREATE INDEX `runpod_jobs_open` ON `runpod_jobs` (`node`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `runpod_jobs_ended` ON `runpod_jobs` (`ended_at`);--> statement-breakpoint
CREATE INDEX `runpod_jobs_asked` ON `runpod_jobs` (`asked_at`);