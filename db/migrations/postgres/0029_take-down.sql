ALTER TABLE "dreams" ADD COLUMN "taken_down_at" bigint;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "taken_down_reason" text;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "taken_down_shared" boolean;--> statement-breakpoint
CREATE INDEX "dreams_taken_down" ON "dreams" USING btree ("taken_down_at") WHERE taken_down_at is not null;