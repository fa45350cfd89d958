ALTER TABLE "dream_reports" ADD COLUMN "reporter" text;--> statement-breakpoint
ALTER TABLE "dream_reports" ADD COLUMN "seen_at" bigint;