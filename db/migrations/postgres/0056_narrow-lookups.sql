DROP INDEX "dreams_admin_workers";--> statement-breakpoint
DROP INDEX "users_email_key";--> statement-breakpoint
DROP INDEX "dreams_admin";--> statement-breakpoint
DROP INDEX "dreams_worker";--> statement-breakpoint
DROP INDEX "mail_log_created";--> statement-breakpoint
DROP INDEX "mail_log_state";--> statement-breakpoint
ALTER TABLE "dream_counts" ADD COLUMN "measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "account_changes_left" ON "account_changes" USING btree ("user_id") WHERE role_from = 'subscribed';--> statement-breakpoint
CREATE INDEX "dreams_sampled" ON "dreams" USING btree ("requested_at","id") WHERE id < '04' and (server_fps > 0 or client_fps > 0);--> statement-breakpoint
CREATE INDEX "users_email_key" ON "users" USING btree ("email_key","id","deleted_at");--> statement-breakpoint
CREATE INDEX "dreams_admin" ON "dreams" USING btree ((requested_at / 86400000),"job_status","server_fps","client_fps","rp_job_id","requested_at");--> statement-breakpoint
CREATE INDEX "dreams_worker" ON "dreams" USING btree (lower(worker_id),"requested_at","job_status","server_fps","client_fps","rp_job_id","worker_id");--> statement-breakpoint
CREATE INDEX "mail_log_created" ON "mail_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_log_state" ON "mail_log" USING btree ("state","created_at","id");--> statement-breakpoint
-- Written by hand from here: dreams whose speed was measured are counted with the others. Rows to change are named by their
-- whole key: by a part of it every change read all counts.
UPDATE dream_counts SET measured = found.n
FROM (
  SELECT span, requested_at - requested_at % span AS begun, job_status, count(*) AS n
  FROM dreams, (VALUES (86400000), (900000)) AS spans (span)
  WHERE server_fps > 0 OR client_fps > 0
  GROUP BY 1, 2, 3
) AS found
WHERE dream_counts.span = found.span AND dream_counts.at = found.begun AND dream_counts.job_status = found.job_status;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_dreams() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was integer := CASE WHEN TG_OP <> 'INSERT' AND (OLD.server_fps > 0 OR OLD.client_fps > 0) THEN 1 ELSE 0 END;
  is_now integer := CASE WHEN TG_OP <> 'DELETE' AND (NEW.server_fps > 0 OR NEW.client_fps > 0) THEN 1 ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.job_status = NEW.job_status AND OLD.requested_at = NEW.requested_at
    AND was = is_now THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.job_status NOT IN ('PENDING', 'RUNNING') THEN
    UPDATE dream_counts SET n = n - 1, measured = measured - was
    WHERE (span, at, job_status) IN (
      (86400000, OLD.requested_at - OLD.requested_at % 86400000, OLD.job_status),
      (900000, OLD.requested_at - OLD.requested_at % 900000, OLD.job_status));
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.job_status NOT IN ('PENDING', 'RUNNING') THEN
    INSERT INTO dream_counts AS had (span, at, job_status, n, measured) VALUES
      (86400000, NEW.requested_at - NEW.requested_at % 86400000, NEW.job_status, 1, is_now),
      (900000, NEW.requested_at - NEW.requested_at % 900000, NEW.job_status, 1, is_now)
    ON CONFLICT (span, at, job_status)
    DO UPDATE SET n = had.n + 1, measured = had.measured + excluded.measured;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER dreams_counted_update ON dreams;
--> statement-breakpoint
CREATE TRIGGER dreams_counted_update AFTER UPDATE OF job_status, requested_at, server_fps, client_fps ON dreams
FOR EACH ROW EXECUTE FUNCTION count_dreams();
