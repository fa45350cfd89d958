import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '../../../../db/dialect.ts';
import { openDatabase } from '../../../../db/open.ts';
import { openTestDatabase, type TestDatabase } from '../../../../tests/database.ts';
import { quietLog } from '../../../stream/testing/room-stage.ts';
import { type RecordingsConfig, recordingsSettings } from '../../settings.ts';
import { createSigner } from './cose.ts';
import { createKeyStore } from './key-store.ts';
import { createSigning } from './signing.ts';
import { readChain } from './signing-key.ts';

const NODES = 4;

let at: TestDatabase;
let folders: string[];
beforeAll(async () => {
  at = await openTestDatabase();
  folders = await Promise.all(
    Array.from({ length: NODES + 1 }, () => mkdtemp(join(tmpdir(), 'reverie-keys-'))),
  );
});
afterAll(async () => {
  await at.drop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

const config: RecordingsConfig = {
  COMPILE_JOBS: 1,
  CONTENT_CREDENTIALS: recordingsSettings.CONTENT_CREDENTIALS.schema.parse('on'),
  WATERMARK: recordingsSettings.WATERMARK.schema.parse('on'),
};

/** A server of this database with a data folder of its own. */
function signingOf(db: TestDatabase['db'], folder: string) {
  const store = createKeyStore(db);
  return createSigning({ config: { ...config, DATA_DIR: folder }, store, clock: Date, log: quietLog });
}

async function contents(folder: string): Promise<string[]> {
  return Promise.all(
    ['content-chain.pem', 'content-key.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  );
}

test(`servers that start at once sign with one certificate, and keep it, on ${dialect}`, async () => {
  const nodes = folders.slice(0, NODES);
  const databases = await Promise.all(nodes.map(() => openDatabase(at.settings)));
  const found = await Promise.all(
    // Each asks twice, as two recordings at once do.
    nodes.flatMap((folder, index) => {
      const signing = signingOf(databases[index] ?? at.db, folder);
      return [signing(), signing()];
    }),
  );
  await Promise.all(databases.map((db) => db.close()));
  expect(found.filter(Boolean)).toHaveLength(2 * NODES);
  const [first, ...others] = await Promise.all(nodes.map(contents));
  for (const other of others) expect(other).toEqual(first);
  // The two belong together, and the key is for nobody else to read.
  const { chainPath = '', keyPath = '' } = found[0] ?? {};
  createSigner(await readFile(keyPath, 'utf8'), await readChain(chainPath));
  expect((await stat(keyPath)).mode & 0o077).toBe(0);

  // A node that lost its folder, or has another's files in it, comes back to the same.
  const [, , , , late = ''] = folders;
  await writeFile(join(late, 'content-chain.pem'), 'of another place');
  await writeFile(join(late, 'content-key.pem'), 'of another place');
  await signingOf(at.db, late)();
  expect(await contents(late)).toEqual(first);
});
