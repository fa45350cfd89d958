CREATE TABLE `guest_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`guests` integer DEFAULT 0 NOT NULL,
	`kept` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `users` ADD `guest_until` integer;--> statement-breakpoint
ALTER TABLE `dreams` ADD `guest` integer DEFAULT false NOT NULL;