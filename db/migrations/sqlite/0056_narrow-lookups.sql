DROP INDEX `dreams_admin_workers`;--> statement-breakpoint
DROP INDEX `dreams_admin`;--> statement-breakpoint
DROP INDEX `dreams_worker`;--> statement-breakpoint
CREATE INDEX `dreams_sampled` ON `dreams` (`requested_at`,`id`) WHERE id < '04' and (server_fps > 0 or client_fps > 0);--> statement-breakpoint
CREATE INDEX `dreams_admin` ON `dreams` ((requested_at / 86400000),`job_status`,`server_fps`,`client_fps`,`rp_job_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `dreams_worker` ON `dreams` (lower(worker_id),`requested_at`,`job_status`,`server_fps`,`client_fps`,`rp_job_id`,`worker_id`);--> statement-breakpoint
DROP INDEX `users_email_key`;--> statement-breakpoint
CREATE INDEX `users_email_key` ON `users` (`email_key`,`id`,`deleted_at`);--> statement-breakpoint
DROP INDEX `mail_log_created`;--> statement-breakpoint
DROP INDEX `mail_log_state`;--> statement-breakpoint
CREATE INDEX `mail_log_created` ON `mail_log` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `mail_log_state` ON `mail_log` (`state`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `dream_counts` ADD `measured` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `account_changes_left` ON `account_changes` (`user_id`) WHERE role_from = 'subscribed';--> statement-breakpoint
-- Written by hand from here: dreams whose speed was measured are counted with the others. Rows to change are named by their
-- whole key: by a part of it every change read all counts.
UPDATE dream_counts SET measured = found.n
FROM (
  SELECT span, requested_at - requested_at % span AS begun, job_status, count(*) AS n
  FROM dreams, (SELECT 86400000 AS span UNION ALL SELECT 900000)
  WHERE server_fps > 0 OR client_fps > 0
  GROUP BY 1, 2, 3
) AS found
WHERE dream_counts.span = found.span AND dream_counts.at = found.begun AND dream_counts.job_status = found.job_status;
--> statement-breakpoint
DROP TRIGGER dreams_counted_insert;
--> statement-breakpoint
DROP TRIGGER dreams_counted_delete;
--> statement-breakpoint
DROP TRIGGER dreams_counted_update;
--> statement-breakpoint
CREATE TRIGGER dreams_counted_insert AFTER INSERT ON dreams
WHEN NEW.job_status NOT IN ('PENDING', 'RUNNING') BEGIN
  INSERT INTO dream_counts (span, at, job_status, n, measured)
  SELECT span, NEW.requested_at - NEW.requested_at % span, NEW.job_status, 1,
    (NEW.server_fps > 0 OR NEW.client_fps > 0) IS TRUE
  FROM (SELECT 86400000 AS span UNION ALL SELECT 900000)
  WHERE true
  ON CONFLICT (span, at, job_status) DO UPDATE SET n = n + 1, measured = measured + excluded.measured;
END;
--> statement-breakpoint
CREATE TRIGGER dreams_counted_delete AFTER DELETE ON dreams
WHEN OLD.job_status NOT IN ('PENDING', 'RUNNING') BEGIN
  UPDATE dream_counts
  SET n = n - 1, measured = measured - ((OLD.server_fps > 0 OR OLD.client_fps > 0) IS TRUE)
  WHERE (span, at, job_status) IN (
    VALUES (86400000, OLD.requested_at - OLD.requested_at % 86400000, OLD.job_status),
      (900000, OLD.requested_at - OLD.requested_at % 900000, OLD.job_status));
END;
--> statement-breakpoint
CREATE TRIGGER dreams_counted_update AFTER UPDATE OF job_status, requested_at, server_fps, client_fps ON dreams
WHEN OLD.job_status <> NEW.job_status OR OLD.requested_at <> NEW.requested_at
  OR ((OLD.server_fps > 0 OR OLD.client_fps > 0) IS TRUE) <> ((NEW.server_fps > 0 OR NEW.client_fps > 0) IS TRUE)
BEGIN
  UPDATE dream_counts
  SET n = n - 1, measured = measured - ((OLD.server_fps > 0 OR OLD.client_fps > 0) IS TRUE)
  WHERE OLD.job_status NOT IN ('PENDING', 'RUNNING') AND (span, at, job_status) IN (
    VALUES (86400000, OLD.requested_at - OLD.requested_at % 86400000, OLD.job_status),
      (900000, OLD.requested_at - OLD.requested_at % 900000, OLD.job_status));
  INSERT INTO dream_counts (span, at, job_status, n, measured)
  SELECT span, NEW.requested_at - NEW.requested_at % span, NEW.job_status, 1,
    (NEW.server_fps > 0 OR NEW.client_fps > 0) IS TRUE
  FROM (SELECT 86400000 AS span UNION ALL SELECT 900000)
  WHERE NEW.job_status NOT IN ('PENDING', 'RUNNING')
  ON CONFLICT (span, at, job_status) DO UPDATE SET n = n + 1, measured = measured + excluded.measured;
END;
