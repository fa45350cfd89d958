CREATE TABLE "active_days" (
	"user_id" text NOT NULL,
	"day" integer NOT NULL,
	CONSTRAINT "active_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
ALTER TABLE "account_changes" ADD COLUMN "until" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_seen_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "active_days" ADD CONSTRAINT "active_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "active_days_day" ON "active_days" USING btree ("day","user_id");--> statement-breakpoint
CREATE INDEX "account_changes_until" ON "account_changes" USING btree ("until") WHERE until is not null;--> statement-breakpoint
CREATE INDEX "users_seen" ON "users" USING btree ("last_seen_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "dreams_cost" ON "dreams" USING btree ("requested_at","gpu_seconds","user_id") WHERE gpu_seconds > 0;--> statement-breakpoint
UPDATE users SET last_seen_at = coalesce((SELECT max(last_used_at) FROM login_sessions WHERE user_id = users.id), 0);--> statement-breakpoint
INSERT INTO active_days (user_id, day) SELECT DISTINCT user_id, requested_at / 86400000 FROM dreams;
