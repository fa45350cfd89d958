CREATE TABLE `dream_sounds` (
	`dream_id` text NOT NULL,
	`position` integer NOT NULL,
	`text` text NOT NULL,
	`heard_at` integer NOT NULL,
	PRIMARY KEY(`dream_id`, `position`),
	FOREIGN KEY (`dream_id`) REFERENCES `dreams`(`id`) ON UPDATE no action ON DELETE no action
);
