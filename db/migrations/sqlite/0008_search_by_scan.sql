DROP INDEX `users_living`;--> statement-breakpoint
CREATE INDEX `users_living` ON `users` (`created_at`,`id`,`role`,lower(email),`email`,`deleted_at`) WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX `dreams_admin`;--> statement-breakpoint
CREATE INDEX `dreams_admin` ON `dreams` ((requested_at / 86400000),`job_status`,`server_fps`,`client_fps`,lower(worker_id),`rp_job_id`,`requested_at`,`worker_id`);