import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { like, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '../modules/jobs/tables.ts';
import { openTestDatabase } from '../tests/database.ts';
import { dialect } from './dialect.ts';
import { clearErasedBytes, rewriteAtStart } from './erased-bytes.ts';
import { createFairLock } from './fair-lock.ts';
import { connectSqlite } from './sqlite-connection.ts';

const signal = new AbortController().signal;
const ERASED = 'erased-garden';
const STAYS = 'kept-meadow';

/** Occurrences of a text in all files of a folder. */
const countIn = (folder: string, text: string): number =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1').split(text).length - 1)
    .reduce((sum, n) => sum + n, 0);

test(`erased rows leave nothing behind that ${dialect} shows, while it is open`, async () => {
  const at = await openTestDatabase();
  try {
    const { orm } = at.db;
    const row = (word: string, n: number) => ({
      id: `${word}-${n}`,
      kind: 'elsewhere',
      key: `${word}-${n}`,
      payload: { word: word.repeat((n * 7) % 50) },
      state: 'done' as const,
      runAt: 0,
      attempts: 0,
      createdAt: 0,
    });
    const rows = Array.from({ length: 400 }, (_, n) => row(n % 2 ? ERASED : STAYS, n));
    for (const some of [rows.slice(0, 200), rows.slice(200)]) await orm.insert(jobs).values(some);
    if (dialect === 'postgres') await orm.execute(sql`analyze jobs`);
    const shown = async () => {
      if (dialect === 'sqlite') return countIn(at.settings.DATA_DIR, ERASED);
      const { rows } = await orm.execute(sql`select * from pg_stats where tablename = 'jobs'`);
      return JSON.stringify(rows).split(ERASED).length - 1;
    };
    expect(await shown()).toBeGreaterThan(0);
    await orm.delete(jobs).where(like(jobs.id, `${ERASED}%`));
    await at.db.clearErased(signal);
    expect(await shown()).toBe(0);
    expect(await orm.$count(jobs, like(jobs.id, `${STAYS}%`))).toBe(200);
  } finally {
    await at.drop();
  }
});

describe.runIf(dialect === 'sqlite')('a SQLite file', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reverie-erased-'));
    file = join(folder, 'reverie.sqlite');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Inserts rows of many lengths, causes some to move, and deletes half of them. */
  function fill(database: Sqlite.Database): void {
    database.exec('CREATE TABLE notes (id TEXT PRIMARY KEY, owner TEXT, body TEXT)');
    database.exec('CREATE INDEX notes_owner ON notes (owner, body)');
    const insert = database.prepare('INSERT INTO notes VALUES (?, ?, ?)');
    database.transaction(() => {
      for (let n = 0; n < 6_000; n += 1) {
        const owner = n % 2 ? ERASED : STAYS;
        insert.run(
          `${(n * 7919) % 6_007}`,
          owner,
          owner.repeat(1 + ((n * 31) % 60) * (n % 50 === 1 ? 20 : 1)),
        );
      }
    })();
  }
  const erase = `DELETE FROM notes WHERE owner = '${ERASED}'`;

  test('is given back in steps where it is large, and rewritten where it is small', async () => {
    const connection = connectSqlite({ file, readonly: false });
    await connection.query('CREATE TABLE first (id)', [], 'run');
    const database = new Sqlite(file);
    fill(database);
    database.close();
    const size = statSync(file).size;
    await connection.query(erase, [], 'run');
    const acquire = createFairLock();
    await clearErasedBytes(connection, acquire, signal, 0);
    expect(statSync(file).size).toBeLessThan(size * 0.7);
    expect(statSync(`${file}-wal`).size).toBe(0);
    // Copies that SQLite left behind when it moved rows.
    expect(countIn(folder, ERASED)).toBeLessThan(100);
    await clearErasedBytes(connection, acquire, signal);
    expect([countIn(folder, ERASED), countIn(folder, STAYS) > 0]).toEqual([0, true]);
    await connection.close();
  });

  test('of an earlier version is rewritten once, at a start', async () => {
    const old = new Sqlite(file);
    fill(old);
    old.exec(erase);
    expect([old.pragma('auto_vacuum', { simple: true }), countIn(folder, ERASED) > 1000]).toEqual([0, true]);
    old.close();
    for (let start = 0; start < 2; start += 1) {
      const connection = connectSqlite({ file, readonly: false });
      const before = statSync(file).mtimeMs;
      await rewriteAtStart(connection);
      await connection.close();
      expect(statSync(file).mtimeMs === before).toBe(start > 0);
      expect(countIn(folder, ERASED)).toBe(0);
    }
    const opened = new Sqlite(file);
    expect(opened.pragma('auto_vacuum', { simple: true })).toBe(2);
    opened.close();
  });

  test('that another program reads all the time is left for later', async () => {
    const connection = connectSqlite({ file, readonly: false });
    await connection.query('CREATE TABLE notes (owner)', [], 'run');
    const reader = new Sqlite(file, { readonly: true });
    reader.exec('BEGIN; SELECT * FROM notes');
    await connection.query(`INSERT INTO notes VALUES ('${ERASED}')`, [], 'run');
    const stopping = new AbortController();
    const clearing = clearErasedBytes(connection, createFairLock(), stopping.signal);
    stopping.abort();
    await expect(clearing).rejects.toThrow('aborted');
    reader.close();
    await clearErasedBytes(connection, createFairLock(), signal);
    await connection.close();
  });
});
