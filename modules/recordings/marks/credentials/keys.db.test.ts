import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '../../../../db/dialect.ts';
import { openDatabase } from '../../../../db/open.ts';
import { openTestDatabase, type TestDatabase } from '../../../../tests/database.ts';
import { type RecordingsConfig, recordingsSettings } from '../../contract/settings.ts';
import { createSigner } from './cose.ts';
import { diagnoseCertificate } from './diagnose-credentials.ts';
import { createKeyStore } from './key-store.ts';
import { readKnownSigners } from './known-signers.ts';
import { createSigning } from './signing.ts';
import { readChain } from './signing-key.ts';

const NODES = 4;

let at: TestDatabase;
let folders: string[];
/** clock offset in ms */
let off = 0;
const clock = { now: () => Date.now() + off };
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

/** A server with its own data folder on the shared database. */
function signingOf(db: TestDatabase['db'], folder: string) {
  const store = createKeyStore(db);
  return createSigning({ config: { ...config, DATA_DIR: folder }, store, clock });
}

async function contents(folder: string): Promise<string[]> {
  return Promise.all(
    ['content-chain.pem', 'content-key.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  );
}

test(`servers that start at the same time share one certificate, and keep it, on ${dialect}`, async () => {
  const nodes = folders.slice(0, NODES);
  const databases = await Promise.all(nodes.map(() => openDatabase(at.settings)));
  const found = await Promise.all(
    // Each signs twice, like two simultaneous recordings.
    nodes.flatMap((folder, index) => {
      const signing = signingOf(databases[index] ?? at.db, folder);
      return [signing(), signing()];
    }),
  );
  await Promise.all(databases.map((db) => db.close()));
  expect(found.filter(Boolean)).toHaveLength(2 * NODES);
  const [first, ...others] = await Promise.all(nodes.map(contents));
  for (const other of others) expect(other).toEqual(first);
  // The key belongs to the certificate, and only its owner can read it.
  const { chainPath = '', keyPath = '' } = found[0] ?? {};
  createSigner(await readFile(keyPath, 'utf8'), await readChain(chainPath));
  expect((await stat(keyPath)).mode & 0o077).toBe(0);

  // A node with a lost or foreign data folder gets the shared certificate back.
  const [, , , , late = ''] = folders;
  await writeFile(join(late, 'content-chain.pem'), 'of another place');
  await writeFile(join(late, 'content-key.pem'), 'of another place');
  await signingOf(at.db, late)();
  expect(await contents(late)).toEqual(first);
});

test(`a certificate made with a wrong clock or about to expire is renewed for all servers, and still recognised, on ${dialect}`, async () => {
  const store = createKeyStore(at.db);
  const HOUR = 3600_000;
  const YEAR = 365 * 24 * HOUR;
  const [one = '', two = ''] = folders;
  const sign = async () => {
    const found = await Promise.all([signingOf(at.db, one)(), signingOf(at.db, two)()]);
    expect(found.filter(Boolean)).toHaveLength(2);
    expect(await contents(one)).toEqual(await contents(two));
    return (await contents(one))[0] ?? '';
  };
  const doctor = () =>
    diagnoseCertificate({ ...config, DATA_DIR: one }, clock.now()).then(
      ({ level, text }) => `${level}: ${text}`,
    );
  const usual = await sign();
  const chains = [usual];
  for (const [wrong, fault] of [
    [-11 * YEAR, /^warning: the signing certificate expired on 20/],
    [30 * HOUR, /^warning: the signing certificate isn’t valid before 20..-..-.., so a clock is wrong/],
    [-9.9 * YEAR, /^warning: the signing certificate expires on 20/],
  ] as const) {
    off = wrong;
    // As if it were the first recording ever.
    await store.renewKeys(await store.findKeys(), { chain: '', key: '' }, clock.now());
    chains.push(await sign());
    expect(await doctor()).toMatch(/^ok: /);
    off = 0;
    expect(await doctor()).toMatch(fault);
    chains.push(await sign());
    expect(await doctor()).toMatch(/^ok: files are signed with this site’s own certificate, valid until 20/);
  }
  expect(new Set(chains).size).toBe(chains.length);
  const known = await readKnownSigners(store, undefined);
  expect(known.serials).toHaveLength(chains.length);
  // Certificates are backdated by more than five hours.
  off = 5 * HOUR;
  await store.renewKeys(await store.findKeys(), { chain: '', key: '' }, clock.now());
  const early = await sign();
  off = 0;
  expect(await sign()).toBe(early);
});

test('an operator’s certificate that is expired or not yet valid signs nothing until it is replaced', async () => {
  const [, , , , folder = ''] = folders;
  const store = createKeyStore(at.db);
  off = 0;
  await signingOf(at.db, folder)();
  const files = {
    CONTENT_CERT_FILE: join(folder, 'content-chain.pem'),
    CONTENT_KEY_FILE: join(folder, 'content-key.pem'),
  };
  const given = { ...config, ...files, DATA_DIR: folder };
  const sign = createSigning({ config: given, store, clock });
  const look = async () => (await diagnoseCertificate(given, clock.now())).level;
  const YEAR = 365.25 * 24 * 3600_000;
  expect([await look(), Boolean(await sign())]).toEqual(['ok', true]);
  off = 9.9 * YEAR;
  expect([await look(), Boolean(await sign())]).toEqual(['warning', true]);
  for (const wrong of [11 * YEAR, -2 * YEAR]) {
    off = wrong;
    expect(await look()).toBe('error');
    await expect(sign()).rejects.toThrow(/^the signing certificate (expired|isn’t valid before)/);
  }
  off = 0;
});
