CREATE TABLE "report_evidence" (
	"id" text PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"kept_until" bigint NOT NULL,
	"files_at" bigint
);
--> statement-breakpoint
ALTER TABLE "dream_reports" ADD COLUMN "contact" text;--> statement-breakpoint
ALTER TABLE "dream_reports" ADD COLUMN "decision" text;--> statement-breakpoint
CREATE INDEX "report_evidence_until" ON "report_evidence" USING btree ("kept_until");--> statement-breakpoint
update dream_reports set user_id = null, reporter = null, message = null where seen_at is not null;
