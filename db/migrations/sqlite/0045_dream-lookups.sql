CREATE INDEX `dreams_worker` ON `dreams` (lower(worker_id),`requested_at`);--> statement-breakpoint
CREATE INDEX `dreams_name` ON `dreams` (`name_key`,`requested_at`) WHERE name_key is not null;