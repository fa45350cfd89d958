DROP INDEX "users_living";--> statement-breakpoint
DROP INDEX "dreams_admin";--> statement-breakpoint
CREATE INDEX "users_living" ON "users" USING btree ("created_at","id","role",lower(email),"email","deleted_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "dreams_admin" ON "dreams" USING btree ((requested_at / 86400000),"job_status","server_fps","client_fps",lower(worker_id),"rp_job_id","requested_at","worker_id");--> statement-breakpoint
-- Written by hand: workers are few, so that a part of an id means many dreams, which the index above tells sooner.
DROP INDEX IF EXISTS dreams_worker_words;
