import * as postgres from './columns.postgres.ts';
import * as sqlite from './columns.sqlite.ts';
import { fixDialect } from './dialect.ts';

/**
 * The column helpers of the database in use. Tables are declared once with them, typed as Postgres; both files export
 * the same names with the same meaning.
 */
const columns = (fixDialect() === 'postgres' ? postgres : sqlite) as typeof postgres;

export const {
  table,
  text,
  sentence,
  integer,
  real,
  flag,
  instant,
  moment,
  big,
  json,
  index,
  uniqueIndex,
  primaryKey,
} = columns;
