CREATE TABLE `account_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`role_from` text,
	`role_to` text NOT NULL,
	`tier_from` text,
	`tier_to` text,
	`source` text NOT NULL,
	`actor_id` text,
	`reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_changes_user` ON `account_changes` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `account_changes_at` ON `account_changes` (`at`);--> statement-breakpoint
CREATE TABLE `email_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`purpose` text NOT NULL,
	`next` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `email_links_email` ON `email_links` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `email_links_expiry` ON `email_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `login_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`user_agent` text,
	`address` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `login_sessions_id` ON `login_sessions` (`id`);--> statement-breakpoint
CREATE INDEX `login_sessions_user` ON `login_sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `login_sessions_expiry` ON `login_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`picture` text,
	`role` text NOT NULL,
	`subscription_tier` text,
	`stripe_customer_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
CREATE INDEX `users_role_created` ON `users` (`role`,`created_at`);--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_stripe_customer` ON `users` (`stripe_customer_id`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer
);
--> statement-breakpoint
CREATE INDEX `stripe_events_unprocessed` ON `stripe_events` (`processed_at`,`received_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`stripe_customer_id` text NOT NULL,
	`status` text NOT NULL,
	`tier` text NOT NULL,
	`current_period_start` integer NOT NULL,
	`current_period_end` integer NOT NULL,
	`cancel_at_period_end` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`,`status`);--> statement-breakpoint
CREATE INDEX `subscriptions_customer` ON `subscriptions` (`stripe_customer_id`);--> statement-breakpoint
CREATE TABLE `bookmarks` (
	`user_id` text NOT NULL,
	`dream_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `dream_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bookmarks_dream` ON `bookmarks` (`dream_id`);--> statement-breakpoint
CREATE TABLE `conversation_messages` (
	`dream_id` text NOT NULL,
	`id` text NOT NULL,
	`text` text NOT NULL,
	`is_user` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`dream_id`, `id`),
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `conversation_messages_order` ON `conversation_messages` (`dream_id`,`at`);--> statement-breakpoint
CREATE TABLE `dream_prompts` (
	`dream_id` text NOT NULL,
	`position` integer NOT NULL,
	`client_id` text NOT NULL,
	`text` text NOT NULL,
	`sent_at` integer NOT NULL,
	`frame_id` integer,
	`shown_at` integer,
	PRIMARY KEY(`dream_id`, `position`),
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `dreams` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`rp_job_id` text NOT NULL,
	`name` text,
	`job_status` text NOT NULL,
	`server_status` text,
	`end_text` text,
	`failure_told_at` integer,
	`requested_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`charged_at` integer,
	`limit_seconds` integer NOT NULL,
	`seed` integer NOT NULL,
	`node` text,
	`worker_id` text,
	`generator` text,
	`generator_version` text,
	`gpu_seconds` real,
	`frames` integer,
	`fps_data` text,
	`client_fps_data` text,
	`pcie_data` text,
	`server_fps` real,
	`client_fps` real,
	`video_key` text,
	`thumbnail_key` text,
	`poster_key` text,
	`video_bytes` integer,
	`duration_ms` integer,
	`voice_key` text,
	`voice_at` integer,
	`shared` integer DEFAULT true NOT NULL,
	`hidden_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dreams_job` ON `dreams` (`rp_job_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `dreams_one_active` ON `dreams` (`user_id`) WHERE job_status in ('PENDING', 'RUNNING');--> statement-breakpoint
CREATE INDEX `dreams_active` ON `dreams` (`node`) WHERE job_status in ('PENDING', 'RUNNING');--> statement-breakpoint
CREATE INDEX `dreams_processing` ON `dreams` (`ended_at`) WHERE server_status = 'PROCESSING';--> statement-breakpoint
CREATE INDEX `dreams_user_requested` ON `dreams` (`user_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `dreams_user_charged` ON `dreams` (`user_id`,`charged_at`);--> statement-breakpoint
CREATE INDEX `dreams_status_requested` ON `dreams` (`job_status`,`requested_at`);--> statement-breakpoint
CREATE INDEX `dreams_requested` ON `dreams` (`requested_at`);--> statement-breakpoint
CREATE TABLE `feedback` (
	`dream_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`stars` integer NOT NULL,
	`message` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `feedback_user` ON `feedback` (`user_id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`run_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`progress` real,
	`last_error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_kind_key` ON `jobs` (`kind`,`key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`kind`,`state`,`run_at`);--> statement-breakpoint
CREATE TABLE `mail_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`content` text NOT NULL,
	`audience` text NOT NULL,
	`created_by` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mail_jobs_created` ON `mail_jobs` (`created_at`);--> statement-breakpoint
CREATE TABLE `mail_log` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`to_address` text NOT NULL,
	`user_id` text,
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `mail_log_created` ON `mail_log` (`created_at`);--> statement-breakpoint
CREATE INDEX `mail_log_to` ON `mail_log` (`to_address`,`created_at`);--> statement-breakpoint
CREATE TABLE `mail_recipients` (
	`job_id` text NOT NULL,
	`position` integer NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`error` text,
	`mail_id` text,
	`intended_at` integer,
	`finished_at` integer,
	PRIMARY KEY(`job_id`, `position`),
	FOREIGN KEY (`job_id`) REFERENCES `mail_jobs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mail_recipients_state` ON `mail_recipients` (`job_id`,`state`);--> statement-breakpoint
CREATE TABLE `workers` (
	`id` text PRIMARY KEY NOT NULL,
	`worker_id` text NOT NULL,
	`node` text NOT NULL,
	`generator` text NOT NULL,
	`version` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`fps` integer NOT NULL,
	`connected_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `workers_node` ON `workers` (`node`);