import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '../db/database.ts';
import { dialect } from '../db/dialect.ts';
import { openDatabase } from '../db/open.ts';

export interface TestDatabase {
  db: Database;
  /** what openDatabase took, for tests that open it a second time or start a process on it */
  settings: { DATA_DIR: string; DATABASE_URL: string | undefined };
  drop(): Promise<void>;
}

/**
 * A fresh, migrated database of the dialect that the test project runs on.
 * @param inMemory for tests that write very much: no commit waits for a disk, where the system can do that
 */
export async function openTestDatabase({ inMemory = false } = {}): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(inMemory ? await memoryFolder() : tmpdir(), 'reverie-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (dialect === 'sqlite') {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: undefined };
    const db = await openDatabase(settings);
    return {
      db,
      settings,
      async drop() {
        await db.close();
        await removeFolder();
      },
    };
  }
  const server = process.env.DATABASE_URL ?? '';
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const settings = { DATA_DIR: dataDir, DATABASE_URL: server.replace(/\/[^/]*$/, `/${name}`) };
  const db = await openDatabase(settings);
  return {
    db,
    settings,
    async drop() {
      await db.close();
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
      await removeFolder();
    },
  };
}

const MEMORY = '/dev/shm';
const MUCH_MEMORY_BYTES = 4 * 1024 ** 3;

/** A folder that lies in memory, where the system has one with room. */
async function memoryFolder(): Promise<string> {
  const space = await statfs(MEMORY).catch(() => null);
  return space && space.bavail * space.bsize > MUCH_MEMORY_BYTES ? MEMORY : tmpdir();
}

/** Runs one statement on a Postgres, past the program. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
