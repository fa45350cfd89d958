CREATE TABLE "dream_counts" (
	"span" integer NOT NULL,
	"at" bigint NOT NULL,
	"job_status" text NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "dream_counts_span_at_job_status_pk" PRIMARY KEY("span","at","job_status")
);
--> statement-breakpoint
DROP INDEX "dreams_admin";--> statement-breakpoint
CREATE INDEX "users_living" ON "users" USING btree ("created_at","id","role","email","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "dreams_measured" ON "dreams" USING btree ("requested_at","server_fps","client_fps","id") WHERE server_fps > 0 or client_fps > 0;--> statement-breakpoint
CREATE INDEX "dreams_admin" ON "dreams" USING btree ((requested_at / 86400000),"job_status","server_fps","client_fps","worker_id","rp_job_id","requested_at");