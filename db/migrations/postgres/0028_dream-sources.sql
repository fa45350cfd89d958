ALTER TABLE "dreams" ADD COLUMN "is_ai" boolean;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "licence" text;