-- Postgres alone has rows to vacuum; migrations have the same names on both.
SELECT 1;
