-- Written by hand: triggers keep dream_counts. Whoever rebuilds the table dreams makes them again.
INSERT INTO dream_counts (span, at, job_status, n)
SELECT span, requested_at - requested_at % span, job_status, count(*)
FROM dreams, (SELECT 86400000 AS span UNION ALL SELECT 900000)
WHERE job_status NOT IN ('PENDING', 'RUNNING')
GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE TRIGGER dreams_counted_insert AFTER INSERT ON dreams
WHEN NEW.job_status NOT IN ('PENDING', 'RUNNING') BEGIN
  INSERT INTO dream_counts (span, at, job_status, n) VALUES
    (86400000, NEW.requested_at - NEW.requested_at % 86400000, NEW.job_status, 1),
    (900000, NEW.requested_at - NEW.requested_at % 900000, NEW.job_status, 1)
  ON CONFLICT (span, at, job_status) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER dreams_counted_delete AFTER DELETE ON dreams
WHEN OLD.job_status NOT IN ('PENDING', 'RUNNING') BEGIN
  UPDATE dream_counts SET n = n - 1
  WHERE span IN (86400000, 900000) AND at = OLD.requested_at - OLD.requested_at % span
    AND job_status = OLD.job_status;
END;
--> statement-breakpoint
CREATE TRIGGER dreams_counted_update AFTER UPDATE OF job_status, requested_at ON dreams BEGIN
  UPDATE dream_counts SET n = n - 1
  WHERE OLD.job_status NOT IN ('PENDING', 'RUNNING') AND span IN (86400000, 900000)
    AND at = OLD.requested_at - OLD.requested_at % span AND job_status = OLD.job_status;
  INSERT INTO dream_counts (span, at, job_status, n)
  SELECT span, NEW.requested_at - NEW.requested_at % span, NEW.job_status, 1
  FROM (SELECT 86400000 AS span UNION ALL SELECT 900000)
  WHERE NEW.job_status NOT IN ('PENDING', 'RUNNING')
  ON CONFLICT (span, at, job_status) DO UPDATE SET n = n + 1;
END;
