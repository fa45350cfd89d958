ALTER TABLE "conversation_messages" ADD COLUMN "folded" text;--> statement-breakpoint
ALTER TABLE "dream_prompts" ADD COLUMN "folded" text;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "text_chars" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Written by hand: what was said before is folded once, and counted.
UPDATE conversation_messages SET folded = fold(text);
--> statement-breakpoint
UPDATE dream_prompts SET folded = fold(text);
--> statement-breakpoint
UPDATE dreams SET text_chars = (SELECT sum(length(text)) FROM conversation_messages WHERE dream_id = dreams.id)
WHERE id IN (SELECT dream_id FROM conversation_messages);
