import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateSqlite } from './migrate.ts';
import { NewerSchemaError, readMigrations } from './migrations.ts';

const tags = readMigrations('sqlite').map(({ tag }) => tag);
const [older = '', old = ''] = tags.slice(-3);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-migrate-'));
  file = join(folder, 'reverie.sqlite');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function withDatabase<T>(work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const addUser = (id: string) =>
  withDatabase((database) =>
    database
      .prepare('INSERT INTO users (id, name, email, role, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1)')
      .run(id, id, `${id}@example.com`, 'user'),
  );
const users = () =>
  withDatabase((database) => database.prepare('SELECT id FROM users ORDER BY id').pluck().all());
const copies = async () => (await readdir(folder)).filter((name) => name.includes('.before-')).sort();

describe('an upgrade', () => {
  test('keeps a copy that the version before starts from, with all that was there', async () => {
    await migrateSqlite(file, old);
    addUser('ada');
    await migrateSqlite(file);
    addUser('bo');
    const [copy = '', ...others] = await copies();
    expect([copy, others]).toEqual([`reverie.sqlite.before-${tags.at(-1)}`, []]);

    // The earlier version throws this error; the operator downgrades as the README describes.
    await expect(migrateSqlite(file, old)).rejects.toThrow(NewerSchemaError);
    await rename(join(folder, copy), file);
    await migrateSqlite(file, old);
    expect(users()).toEqual(['ada']);
    addUser('chen');

    // The next upgrade copies the file in its current state.
    await migrateSqlite(file);
    expect(users()).toEqual(['ada', 'chen']);
    await rename(join(folder, copy), file);
    expect(users()).toEqual(['ada', 'chen']);
  });

  test('leaves nothing to copy where it has nothing to do, and nothing beside a new file', async () => {
    await migrateSqlite(file);
    await migrateSqlite(file);
    expect(await copies()).toEqual([]);
  });

  test('keeps three copies, the newest ones', async () => {
    for (const tag of tags.slice(-6)) await migrateSqlite(file, tag);
    expect(await copies()).toEqual(tags.slice(-3).map((tag) => `reverie.sqlite.before-${tag}`));
  });

  test('that was killed while it copied begins its copy anew', async () => {
    await migrateSqlite(file, older);
    addUser('ada');
    await Bun.write(`${file}.copying`, 'half of a copy');
    await migrateSqlite(file);
    expect(await copies()).toEqual([`reverie.sqlite.before-${old}`]);
    expect(await readdir(folder)).not.toContain('reverie.sqlite.copying');
  });
});
