CREATE TABLE "data_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"person" text NOT NULL,
	"user_id" text,
	"wish" text NOT NULL,
	"received_at" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"reminded_at" bigint,
	"done_at" bigint,
	"answer" text,
	"created_by" text NOT NULL,
	"done_by" text
);
--> statement-breakpoint
CREATE INDEX "data_requests_open" ON "data_requests" USING btree ("due_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "data_requests_done" ON "data_requests" USING btree ("done_at");--> statement-breakpoint
CREATE INDEX "data_requests_user" ON "data_requests" USING btree ("user_id");