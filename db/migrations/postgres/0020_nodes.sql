CREATE TABLE "node_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"sent_at" bigint NOT NULL,
	"sender" text NOT NULL,
	"recipient" text,
	"kind" text NOT NULL,
	"payload" jsonb,
	"answers" text
);
--> statement-breakpoint
CREATE TABLE "nodes" (
	"url" text PRIMARY KEY NOT NULL,
	"run" text NOT NULL,
	"beats" integer NOT NULL,
	"draining" boolean NOT NULL,
	"started_at" bigint NOT NULL,
	"lost_at" bigint
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "claimed_at" bigint;--> statement-breakpoint
CREATE INDEX "node_messages_sent" ON "node_messages" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "dreams_waiting" ON "dreams" USING btree ("requested_at","id") WHERE job_status = 'PENDING' and claimed_at is null;