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
  /** what openDatabase took, for tests that open it a second time or start a process on it */
  settings: { DATA_DIR: string; DATABASE_URL: string | undefined };
  drop(): Promise<void>;
}

/** A fresh, migrated database of the dialect that the test project runs on. */
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

/** The same, for a caller that opens it itself: a copy of what was migrated once for all tests. */
export async function createTestDatabase(): Promise<Omit<TestDatabase, 'db'>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reverie-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (dialect === 'sqlite') {
    // Programs of a test get it by their environment.
    await copyFile(process.env.SQLITE_TEMPLATE ?? inject('sqliteTemplate'), join(dataDir, SQLITE_FILE));
    return { settings: { DATA_DIR: dataDir, DATABASE_URL: undefined }, drop: removeFolder };
  }
  const server = process.env.DATABASE_URL ?? '';
  const name = `test_${randomBytes(6).toString('hex')}`;
  // In a folder in memory, copied files cost half of what a log of every block does.
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${POSTGRES_TEMPLATE} STRATEGY file_copy`);
  return {
    settings: { DATA_DIR: dataDir, DATABASE_URL: server.replace(/\/[^/]*$/, `/${name}`) },
    async drop() {
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
      await removeFolder();
    },
  };
}
