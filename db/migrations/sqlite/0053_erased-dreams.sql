CREATE TABLE `erased_dreams` (
	`code` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `erased_dreams_at` ON `erased_dreams` (`at`);--> statement-breakpoint
CREATE INDEX `dreams_unshared` ON `dreams` (`id`) WHERE not shared;