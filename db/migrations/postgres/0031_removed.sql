ALTER TABLE "dreams" ADD COLUMN "removed_at" bigint;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "removed_reason" text;--> statement-breakpoint
CREATE INDEX "admin_actions_target" ON "admin_actions" USING btree ("target_id","at");--> statement-breakpoint
CREATE INDEX "dreams_removed" ON "dreams" USING btree ("removed_at") WHERE removed_at is not null;