ALTER TABLE `dreams` ADD `from_camera` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `content_log` ADD `from_camera` integer DEFAULT false NOT NULL;