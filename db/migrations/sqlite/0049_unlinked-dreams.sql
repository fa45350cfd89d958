-- A block without an end gets one.
UPDATE sign_in_blocks SET until = unixepoch() * 1000 + 63072000000 WHERE until IS NULL;
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_sign_in_blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_sign_in_blocks`("id", "kind", "value", "reason", "created_at", "created_by", "until") SELECT "id", "kind", "value", "reason", "created_at", "created_by", "until" FROM `sign_in_blocks`;--> statement-breakpoint
DROP TABLE `sign_in_blocks`;--> statement-breakpoint
ALTER TABLE `__new_sign_in_blocks` RENAME TO `sign_in_blocks`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
ALTER TABLE `dreams` ADD `watermark` text;--> statement-breakpoint
-- Written by hand from here: what is left of dreams that are gone must not lead from their files to their people.
UPDATE admin_actions SET target_id = NULL
WHERE action IN ('stop', 'take-down', 'put-back', 'reports-seen', 'remove', 'restore', 'compile', 'give-back', 'look', 'watch')
  AND target_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM dreams WHERE dreams.id = admin_actions.target_id);
--> statement-breakpoint
UPDATE admin_actions SET user_id = NULL
WHERE action = 'evidence' AND NOT EXISTS (SELECT 1 FROM dreams WHERE dreams.id = admin_actions.target_id);
--> statement-breakpoint
UPDATE admin_actions SET target_id = NULL
WHERE action <> 'evidence' AND user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL);
--> statement-breakpoint
UPDATE spent_streams SET dream_id = lower(hex(randomblob(16))), charged_at = charged_at - charged_at % 86400000;
