-- A block without an end gets one.
UPDATE sign_in_blocks SET until = (extract(epoch from now()) * 1000)::bigint + 63072000000 WHERE until IS NULL;
--> statement-breakpoint
ALTER TABLE "sign_in_blocks" ALTER COLUMN "until" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "watermark" text;--> statement-breakpoint
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
UPDATE spent_streams SET dream_id = gen_random_uuid()::text, charged_at = charged_at - charged_at % 86400000;
