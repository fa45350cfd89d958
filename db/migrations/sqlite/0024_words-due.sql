DROP INDEX `dreams_words_due`;--> statement-breakpoint
CREATE INDEX `dreams_words_due` ON `dreams` (`user_id`,`id`) WHERE words_due > 0 and started_at is not null;