import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Migration {
  tag: string;
  statements: string[];
}

const BREAK = '--> statement-breakpoint';

/** What each database keeps about the migrations that it has had. */
export const LEDGER =
  'CREATE TABLE IF NOT EXISTS migrations (tag text PRIMARY KEY, applied_at bigint NOT NULL)';

/** All migrations of a dialect in order, or those up to one, as an earlier version of the program knew them. */
export function readMigrations(dialect: 'sqlite' | 'postgres', upTo?: string): Migration[] {
  const folder = fileURLToPath(new URL(`./migrations/${dialect}/`, import.meta.url));
  const journal = JSON.parse(readFileSync(`${folder}meta/_journal.json`, 'utf8')) as {
    entries: { tag: string }[];
  };
  const tags = journal.entries.map(({ tag }) => tag);
  return tags.slice(0, upTo === undefined ? tags.length : tags.indexOf(upTo) + 1).map((tag) => ({
    tag,
    statements: readFileSync(`${folder}${tag}.sql`, 'utf8').split(BREAK),
  }));
}

/** The database holds a migration that this program does not know. */
export class NewerSchemaError extends Error {
  readonly tag: string;
  constructor(tag: string) {
    super(`the database has a migration that this program does not know: ${tag}`);
    this.tag = tag;
  }
}

/** @throws NewerSchemaError */
export function dueOf(migrations: Migration[], applied: Set<string>): Migration[] {
  const known = new Set(migrations.map(({ tag }) => tag));
  for (const tag of applied) if (!known.has(tag)) throw new NewerSchemaError(tag);
  return migrations.filter(({ tag }) => !applied.has(tag));
}
