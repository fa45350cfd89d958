-- Written by hand: boards are read from indexes alone, which only holds for pages that were vacuumed. By default that waits
-- until a fifth of all dreams has changed, and small shares of dead rows are left in the indexes.
ALTER TABLE dreams SET (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  vacuum_index_cleanup = on
);
