CREATE INDEX `dreams_admin_jobs` ON `dreams` ((requested_at / 86400000),`rp_job_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `dreams_admin_workers` ON `dreams` ((requested_at / 86400000),lower(worker_id),`requested_at`,`worker_id`);--> statement-breakpoint
CREATE INDEX `dreams_admin_speeds` ON `dreams` ((requested_at / 86400000),`server_fps`,`client_fps`,`requested_at`);