CREATE TABLE `dream_views` (
	`dream_id` text PRIMARY KEY NOT NULL,
	`views` integer NOT NULL,
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `dream_visitors` (
	`day` integer NOT NULL,
	`dream_id` text NOT NULL,
	`visitor` text NOT NULL,
	PRIMARY KEY(`day`, `dream_id`, `visitor`),
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `dream_visitors_dream` ON `dream_visitors` (`dream_id`);--> statement-breakpoint
CREATE TABLE `visitor_salts` (
	`day` integer PRIMARY KEY NOT NULL,
	`salt` text NOT NULL
);
