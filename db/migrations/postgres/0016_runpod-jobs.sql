CREATE TABLE "runpod_jobs" (
	"key" text PRIMARY KEY NOT NULL,
	"job_id" text,
	"dream_id" text NOT NULL,
	"node" text NOT NULL,
	"max_seconds" integer NOT NULL,
	"asked_at" bigint NOT NULL,
	"started_at" bigint,
	"dialled_at" bigint,
	"ended_at" bigint,
	"worker_id" text,
	"delay_ms" integer,
	"gpu_ms" bigint,
	"outcome" text
);
--> statement-breakpoint
CREATE INDEX "runpod_jobs_open" ON "runpod_jobs" USING btree ("node") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "runpod_jobs_ended" ON "runpod_jobs" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "runpod_jobs_asked" ON "runpod_jobs" USING btree ("asked_at");