CREATE TABLE "guest_days" (
	"day" integer PRIMARY KEY NOT NULL,
	"guests" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "guest_until" bigint;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "guest" boolean DEFAULT false NOT NULL;