CREATE TABLE `report_evidence` (
	`id` text PRIMARY KEY NOT NULL,
	`facts` text NOT NULL,
	`created_at` integer NOT NULL,
	`kept_until` integer NOT NULL,
	`files_at` integer
);
--> statement-breakpoint
CREATE INDEX `report_evidence_until` ON `report_evidence` (`kept_until`);--> statement-breakpoint
ALTER TABLE `dream_reports` ADD `contact` text;--> statement-breakpoint
ALTER TABLE `dream_reports` ADD `decision` text;--> statement-breakpoint
update dream_reports set user_id = null, reporter = null, message = null where seen_at is not null;
