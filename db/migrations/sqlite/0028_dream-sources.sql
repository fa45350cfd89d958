ALTER TABLE `dreams` ADD `is_ai` integer;--> statement-breakpoint
ALTER TABLE `dreams` ADD `model` text;--> statement-breakpoint
ALTER TABLE `dreams` ADD `licence` text;