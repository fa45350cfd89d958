CREATE TABLE "content_log" (
	"sha256" text NOT NULL,
	"watermark" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" bigint NOT NULL,
	"made_at" bigint NOT NULL,
	"generator" text,
	"ai" boolean NOT NULL,
	"dream_id" text,
	CONSTRAINT "content_log_sha256_watermark_pk" PRIMARY KEY("sha256","watermark")
);
--> statement-breakpoint
ALTER TABLE "content_log" ADD CONSTRAINT "content_log_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_log_watermark" ON "content_log" USING btree ("watermark");--> statement-breakpoint
CREATE INDEX "content_log_dream" ON "content_log" USING btree ("dream_id");