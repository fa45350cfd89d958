CREATE TABLE "worker_marks" (
	"worker_id" text PRIMARY KEY NOT NULL,
	"drained_at" bigint,
	"failing_since" bigint,
	"mailed_at" bigint
);
