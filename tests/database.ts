import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '../db/database.ts';
import { dialect } from '../db/dialect.ts';
import { openDatabase } from '../db/open.ts';
import { SQLITE_FILE } from '../db/settings.ts';
import { onServer, POSTGRES_TEMPLATE } from './postgres.ts';

export interface TestDatabase {
  db: Database;
  /** settings of openDatabase, for tests that open it again or start a process on it */
  settings: { DATA_DIR: string; DATABASE_URL: string | undefined };
  drop(): Promise<void>;
}

/** A new, migrated database in the dialect of the test project. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { settings, drop } = await createTestDatabase();
  const db = await openDatabase(settings);
  return {
    db,
    settings,
    async drop() {
      await db.close();
      await drop();
    },
  };
}

/** As above, for a caller that opens it itself: a copy of a template that was migrated once for all tests. */
export async function createTestDatabase(): Promise<Omit<TestDatabase, 'db'>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reverie-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (dialect === 'sqlite') {
    // Test programs in their own process get it from the environment.
    await copyFile(process.env.SQLITE_TEMPLATE ?? inject('sqliteTemplate'), join(dataDir, SQLITE_FILE));
    return { settings: { DATA_DIR: dataDir, DATABASE_URL: undefined }, drop: removeFolder };
  }
  const server = process.env.DATABASE_URL ?? '';
  const name = `test_${randomBytes(6).toString('hex')}`;
  // With the folder in memory, copying files costs half as much as logging every block.
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${POSTGRES_TEMPLATE} STRATEGY file_copy`);
  return {
    settings: { DATA_DIR: dataDir, DATABASE_URL: server.replace(/\/[^/]*$/, `/${name}`) },
    async drop() {
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
      await removeFolder();
    },
  };
}
