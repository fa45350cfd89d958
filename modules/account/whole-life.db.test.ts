import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { openPostgresSnapshot } from '../../db/snapshot.ts';
import { writeDueLedger } from '../../src/backup/due-ledger.ts';
import { makeBackup } from '../../src/backup/make-backup.ts';
import { restoreArchive } from '../../src/backup/restore-archive.ts';
import { removeMarker } from '../../src/backup/restore-marker.ts';
import { createTestDatabase } from '../../tests/database.ts';
import { readOutbox } from '../../tests/outbox.ts';
import { onServer } from '../../tests/postgres.ts';
import { createTestClock, startProgram, type TestProgram, type Visitor } from '../../tests/program.ts';
import { readZip } from '../../tests/read-zip.ts';
import { signInBlocks, users } from '../auth/tables.ts';
import { createDreamsLedger } from '../dreams/ledger.ts';
import { conversationMessages, dreamPrompts, dreams, feedback } from '../dreams/tables.ts';
import { jobs } from '../jobs/tables.ts';
import { createFileStorage } from '../kit/storage/file-storage.ts';
import { shownTexts } from '../kit/texts/shown-text.ts';
import { mailOptOuts } from '../mail/tables.ts';

const DAY = 24 * 3600_000;
const TIMEOUTS = { timeout: 30_000, interval: 50 };
/** Marks all text by and about the two people who leave, and nothing else. */
const MARK = /zwitscher\w*/gi;

const databases: string[] = [];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-life-'));
});
afterAll(async () => {
  for (const name of databases) await onServer(postgres, `DROP DATABASE ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});
const postgres = process.env.DATABASE_URL ?? '';

const clock = createTestClock();
type Settings = TestProgram['settings'];

/** Starts the program on a database that outlives it. */
const startOn = (settings: Settings) =>
  startProgram(
    { ADMIN_EMAILS: 'admin@example.com', HIDDEN_DAYS: '90' },
    clock,
    Promise.resolve({ settings, drop: async () => {} }),
  );

async function emptySettings(name: string): Promise<Settings> {
  const DATA_DIR = join(folder, name);
  mkdirSync(DATA_DIR);
  if (dialect === 'sqlite') return { DATA_DIR, DATABASE_URL: undefined };
  const database = `life_${randomBytes(6).toString('hex')}`;
  await onServer(postgres, `CREATE DATABASE ${database}`);
  databases.push(database);
  return { DATA_DIR, DATABASE_URL: postgres.replace(/\/[^/]*$/, `/${database}`) };
}

let network = 10;
async function signIn(program: TestProgram, email: string): Promise<Visitor> {
  network += 1;
  const visitor = program.visitor(
    { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0 ${email}` },
    `192.0.2.${network}`,
  );
  const before = new Set(await tokens(program));
  expect((await visitor.postJson('/api/auth/email', { email })).status).toBe(202);
  const token = (await tokens(program)).find((one) => !before.has(one));
  expect((await visitor.openLink(`http://x.test/auth/link?token=${token}`)).status).toBe(303);
  return visitor;
}
const tokens = async ({ dataDir }: TestProgram): Promise<string[]> =>
  [...(await readOutbox(dataDir)).join().matchAll(/token=([\w-]{20,})/g)].map(([, token = '']) => token);

async function addDream(program: TestProgram, who: Visitor, id: string, word: string): Promise<void> {
  const { orm } = program.db;
  const userId = (await who.person())?.id ?? '';
  const now = clock.now();
  await orm.insert(dreams).values({
    ...{ id, userId, rpJobId: `local-${id}`, name: `${word} name`, nameKey: `${word} name` },
    ...{ jobStatus: 'DONE', serverStatus: 'READY', limitSeconds: 300, seed: 1 },
    ...{ requestedAt: now, startedAt: now, endedAt: now, chargedAt: now, videoKey: `dreams/${id}/video.mp4` },
  });
  for (let position = 1; position <= 30; position += 1)
    await orm.insert(dreamPrompts).values({
      ...{ dreamId: id, position, clientId: 'c', sentAt: now },
      text: `${word} prompt ${'x'.repeat((position * 37) % 400)}`,
    });
  await orm
    .insert(conversationMessages)
    .values({ dreamId: id, id: 'm', text: `${word} talk`, isUser: true, at: now });
  await orm
    .insert(feedback)
    .values({ dreamId: id, userId, stars: 5, message: `${word} rating`, createdAt: now });
  await program.storage.put(`dreams/${id}/video.mp4`, new TextEncoder().encode(`${word} video`), 'video/mp4');
}

/** Every byte in a folder, except backups. */
function filesIn(dir: string): [string, string][] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path, 'latin1')]);
}

/** Everything in the tables, and what the database itself has recorded about their values. */
async function shownBy({ DATABASE_URL = '' }: Settings): Promise<string> {
  const snapshot = await openPostgresSnapshot(DATABASE_URL);
  let text = '';
  for await (const { rows } of snapshot.tables()) text += JSON.stringify(rows);
  await snapshot.close();
  return text;
}

const runDaily = (program: TestProgram, name: string) =>
  program.schedules.find((one) => one.name === name)?.run(new AbortController().signal);

const erased = async (program: TestProgram) => {
  program.jobs.start();
  program.jobs.wake();
  await vi.waitFor(async () => {
    const living = await program.db.orm.select({ email: users.email }).from(users);
    expect(living.map(({ email }) => email).join()).not.toMatch(MARK);
    const due = await program.db.orm
      .select({ state: jobs.state })
      .from(jobs)
      .where(eq(jobs.kind, 'purge-trash'));
    expect(due.every(({ state }) => state === 'done')).toBe(true);
  }, TIMEOUTS);
};

test(`two erased accounts leave no byte behind, and an older backup restores none, on ${dialect}`, {
  timeout: 240_000,
}, async () => {
  const { settings, drop } = await createTestDatabase();
  const archive = join(folder, 'older.tar');
  try {
    let program = await startOn(settings);
    const admin = program.visitor();
    await admin.openLink(await program.adminLink());
    const ada = await signIn(program, 'zwitscherada@example.com');
    const eve = await signIn(program, 'zwitschereve@example.com');
    const bob = await signIn(program, 'bob@example.com');
    await addDream(program, ada, 'ada-dream', 'zwitscherada');
    for (const id of ['bob-shared', 'bob-gone', 'bob-hidden']) await addDream(program, bob, id, 'meadow');
    const report = (who: Visitor, id: string, words: string, contact: string) =>
      who.postJson(`/api/d/${id}/report`, { reason: 'other', message: words, contact });
    expect((await report(eve, 'bob-shared', 'zwitscherreport', 'zwitschereve@example.com')).ok).toBe(true);
    expect(
      (await report(program.visitor({}, '198.51.100.9'), 'ada-dream', 'zwitscherguest', 'guest@example.net'))
        .ok,
    ).toBe(true);
    for (const who of [ada, eve]) {
      const note = {
        action: 'addNote',
        userId: (await who.person())?.id,
        text: 'zwitschernote',
        withheld: false,
      };
      expect((await admin.postJson('/api/admin/person-data', note)).status).toBe(200);
    }

    const newToken = async (name: string) =>
      (await bob.postJson('/api/tokens', { name, scopes: ['stream'], days: 90 })).json();
    const [kept, revoked] = [await newToken('kept'), await newToken('revoked')];

    // The download contains all of her text in the tables.
    const zip = readZip(new Uint8Array(await (await ada.get('/api/account/data')).arrayBuffer()));
    const text = [...zip.values()].map((bytes) => new TextDecoder().decode(bytes)).join('\n');
    for (const word of [
      'zwitscherada name',
      'zwitscherada prompt',
      'zwitscherada talk',
      'zwitscherada rating',
      'zwitscherada video',
      'zwitschernote',
      'zwitscherada@example.com',
    ])
      expect(text, word).toContain(word);
    expect(text).not.toMatch(/meadow|zwitschereve|zwitscherguest/);

    const storage = createFileStorage(join(settings.DATA_DIR, 'media'));
    await makeBackup(archive, {
      ...{ dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL, storage, mailsSince: 0 },
      onProgress: () => {},
    });

    // After the backup: both leave, and others close, delete and block.
    for (const [who, confirmation] of [
      [ada, 'zwitscherada@example.com'],
      [eve, 'zwitschereve@example.com'],
    ] as const)
      expect((await who.postForm('/settings/close', { confirmation })).status).toBe(303);
    const json = { 'content-type': 'application/json' };
    const send = (method: string, path: string, body: object) =>
      bob.send(method, path, { headers: json, body: JSON.stringify(body) });
    for (const [method, path, body] of [
      ['PATCH', '/api/sessions/sharing', { session_ids: ['bob-shared'], shared: false }],
      ['PATCH', '/api/sessions/hide', { session_ids: ['bob-gone', 'bob-hidden'] }],
      ['DELETE', '/api/trash', { session_ids: ['bob-gone'] }],
    ] as const)
      expect((await send(method, path, body)).ok, path).toBe(true);
    expect((await bob.send('DELETE', `/api/tokens/${revoked.id}`)).status).toBe(200);
    const block = { action: 'addBlock', kind: 'domain', value: 'evil.example', reason: 'Spam.' };
    expect((await admin.postJson('/api/admin/block-data', block)).status).toBe(200);
    await program.db.orm
      .insert(mailOptOuts)
      .values({ code: program.kit.traceOf('opt-out', 'bob@example.com'), at: clock.now() });
    clock.advance(14 * DAY + 1000);
    await erased(program);
    // Mails to operators quote reports and have their own retention.
    clock.advance(17 * DAY);
    await runDaily(program, 'forget-outbox');
    await runDaily(program, 'clear-erased');
    await program.ledger.write();
    await program.stop();
    program = await startOn(settings);
    await program.stop();

    for (const [path, bytes] of filesIn(settings.DATA_DIR)) expect(bytes.match(MARK) ?? [], path).toEqual([]);
    if (dialect === 'postgres') {
      expect((await shownBy(settings)).match(MARK) ?? []).toEqual([]);
      const again = await startOn(settings);
      const { rows } = await again.db.orm.execute(
        sql`select * from pg_stats where schemaname = current_schema()`,
      );
      expect(JSON.stringify(rows).match(MARK) ?? []).toEqual([]);
      await again.stop();
    }

    // A new machine, with the older backup and the ledger.
    const box = await emptySettings('box');
    const { madeAt } = await restoreArchive(archive, {
      ...{ dataDir: box.DATA_DIR, database: dialect, databaseUrl: box.DATABASE_URL ?? null, isFolder: true },
      ...{ storage: createFileStorage(join(box.DATA_DIR, 'media')), onProgress: () => {} },
      place: { environment: {}, own: {} },
    });
    await removeMarker(box.DATA_DIR);
    writeDueLedger(box.DATA_DIR, { madeAt, beside: settings.DATA_DIR });
    // If the process is killed before it records that the restore is done, the restore runs again.
    for (let round = 0; round < 2; round += 1) {
      program = await startOn(box);
      if (round === 0) {
        expect(shownTexts(program.restored.slice(0, -1))).toEqual([
          '2 accounts erased after this backup were erased again.',
          '1 dream erased after this backup was erased again.',
          '1 link closed after this backup was closed again.',
          '1 dream deleted after this backup was moved to the Trash again.',
          '1 block changed after this backup was changed again.',
          '1 address that opted out of news after this backup was opted out again.',
        ]);
        writeDueLedger(box.DATA_DIR, { madeAt, beside: settings.DATA_DIR });
        await program.stop();
      }
    }
    const link = async (id: string) => (await program.visitor().get(`/api/d/${id}.mp4`)).status;
    expect([await link('ada-dream'), await link('bob-shared')]).toEqual([404, 404]);
    const asProgram = async ({ token }: { token: string }) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await program.visitor().get('/api/stream/check-access', headers)).status;
    };
    expect([await asProgram(kept), await asProgram(revoked)]).toEqual([200, 401]);
    await erased(program);
    const rows = await program.db.orm.select({ id: dreams.id, shared: dreams.shared }).from(dreams);
    expect(rows.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
      { id: 'bob-hidden', shared: true },
      { id: 'bob-shared', shared: false },
    ]);
    expect(await program.db.orm.$count(signInBlocks)).toBe(1);
    expect(await program.db.orm.$count(mailOptOuts)).toBe(1);
    expect(await program.storage.list('dreams/ada-dream/')).toEqual([]);
    // A ledger may open links that it doesn't list only if it knows everything that has happened since.
    const ledger = createDreamsLedger({ db: program.db, traceOf: (_, id) => id }, program.queue);
    const nothing = { erased: [], states: [], trials: [] } as never;
    const opened = [];
    for (const knowsAll of [false, true])
      opened.push((await ledger.restore(nothing, knowsAll))['links opened']);
    expect(opened).toEqual([0, 1]);
    await runDaily(program, 'forget-outbox');
    await runDaily(program, 'clear-erased');
    await program.stop();
    for (const [path, bytes] of filesIn(box.DATA_DIR)) expect(bytes.match(MARK) ?? [], path).toEqual([]);
    if (dialect === 'postgres') expect((await shownBy(box)).match(MARK) ?? []).toEqual([]);
  } finally {
    await drop();
  }
});
