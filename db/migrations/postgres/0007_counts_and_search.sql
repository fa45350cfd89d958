-- Written by hand: a trigger keeps dream_counts, and searches get what they need of this server.
INSERT INTO dream_counts (span, at, job_status, n)
SELECT span, requested_at - requested_at % span, job_status, count(*)
FROM dreams, (VALUES (86400000), (900000)) AS spans (span)
WHERE job_status NOT IN ('PENDING', 'RUNNING')
GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE FUNCTION count_dreams() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.job_status NOT IN ('PENDING', 'RUNNING') THEN
    UPDATE dream_counts SET n = n - 1
    WHERE span IN (86400000, 900000) AND at = OLD.requested_at - OLD.requested_at % span
      AND job_status = OLD.job_status;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.job_status NOT IN ('PENDING', 'RUNNING') THEN
    INSERT INTO dream_counts AS had (span, at, job_status, n) VALUES
      (86400000, NEW.requested_at - NEW.requested_at % 86400000, NEW.job_status, 1),
      (900000, NEW.requested_at - NEW.requested_at % 900000, NEW.job_status, 1)
    ON CONFLICT (span, at, job_status) DO UPDATE SET n = had.n + 1;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER dreams_counted_rows AFTER INSERT OR DELETE ON dreams
FOR EACH ROW EXECUTE FUNCTION count_dreams();
--> statement-breakpoint
CREATE TRIGGER dreams_counted_update AFTER UPDATE OF job_status, requested_at ON dreams
FOR EACH ROW EXECUTE FUNCTION count_dreams();
--> statement-breakpoint
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX dreams_job_words ON dreams USING gin (rp_job_id gin_trgm_ops);
  CREATE INDEX dreams_worker_words ON dreams USING gin (worker_id gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE WARNING 'The extension pg_trgm is not to be had (%). Searching sessions by a part of an id works, but reads all of them.', SQLERRM;
END
$$;
--> statement-breakpoint
-- Text as searches compare it, without case and accents, whatever locale the database was made with.
DO $$
DECLARE
  folding text := (
    SELECT collname FROM pg_collation WHERE collname IN ('pg_c_utf8', 'und-x-icu', 'default')
      AND collencoding IN (-1, pg_char_to_encoding(getdatabaseencoding()))
    ORDER BY array_position(ARRAY['pg_c_utf8', 'und-x-icu', 'default'], collname::text) LIMIT 1);
  plain text := CASE WHEN getdatabaseencoding() = 'UTF8'
    THEN 'regexp_replace(normalize($1, NFKD), ''[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u064B-\u065F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]'', '''', ''g'')'
    ELSE '$1' END;
BEGIN
  EXECUTE format(
    'CREATE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS %L',
    format('SELECT lower((%s) COLLATE %I)', plain, folding));
END
$$;
