import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

export interface Migration {
  tag: string;
  statements: string[];
}

const BREAK = '--> statement-breakpoint';

/** Table of applied migrations. */
export const LEDGER =
  'CREATE TABLE IF NOT EXISTS migrations (tag text PRIMARY KEY, applied_at bigint NOT NULL)';

/** All migrations of a dialect in order, optionally only up to one, as in an earlier version. */
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

/** The database has a migration that this program doesn't know. */
export class NewerSchemaError extends Error {
  readonly tag: string;
  constructor(tag: string) {
    super(`the database has a migration that this program does not know: ${tag}`);
    this.tag = tag;
  }
}

/** A new database has an encoding that can't store every character. */
export class TextEncodingError extends Error {
  readonly encoding: string;
  constructor(encoding: string) {
    super(`the database keeps its texts as ${encoding}`);
    this.encoding = encoding;
  }
}

/**
 * Rejects such an encoding for a new database; an existing one may continue.
 * @throws TextEncodingError
 */
export async function assertKeepsAllTexts(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; is_new: boolean }>(
    "SELECT current_setting('server_encoding') AS encoding, to_regclass('migrations') IS NULL AS is_new",
  );
  const [{ encoding, is_new } = { encoding: 'nothing', is_new: true }] = rows;
  if (is_new && encoding !== 'UTF8') throw new TextEncodingError(encoding);
}

/** @throws NewerSchemaError */
export function dueOf(migrations: Migration[], applied: Set<string>): Migration[] {
  const known = new Set(migrations.map(({ tag }) => tag));
  for (const tag of applied) if (!known.has(tag)) throw new NewerSchemaError(tag);
  return migrations.filter(({ tag }) => !applied.has(tag));
}
