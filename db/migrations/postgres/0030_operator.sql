CREATE TABLE "person_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"at" bigint NOT NULL,
	"actor_id" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_blocks" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" bigint NOT NULL,
	"created_by" text NOT NULL,
	"until" bigint
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_until" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "end_detail" text;--> statement-breakpoint
CREATE INDEX "person_notes_user" ON "person_notes" USING btree ("user_id","at");