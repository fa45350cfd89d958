CREATE TABLE `dream_controls` (
	`dream_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`label` text NOT NULL,
	`value` text NOT NULL,
	`changed_at` integer NOT NULL,
	`frame_id` integer,
	PRIMARY KEY(`dream_id`, `position`),
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE no action
);
