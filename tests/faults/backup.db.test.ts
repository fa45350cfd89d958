import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { openPostgresSnapshot } from '../../db/snapshot.ts';
import { conversationMessages, dreams } from '../../modules/dreams/tables.ts';
import { newId } from '../../modules/kit/ids.ts';
import { createS3Storage } from '../../modules/kit/s3/s3-storage.ts';
import { createFileStorage } from '../../modules/kit/storage/file-storage.ts';
import type { Storage } from '../../modules/kit/storage/storage.ts';
import { copyLedgers, LEDGER_PREFIX } from '../../src/backup/due-ledger.ts';
import { describeOnce, testOnce } from '../long-test.ts';
import { openPeople } from '../people.ts';
import { onServer } from '../postgres.ts';
import { type S3Ground, startS3Ground } from '../s3-peer/ground.ts';
import { type RunningServer, startServer } from '../server.ts';
import { contentsOf } from '../stored-contents.ts';
import { WORKER_TOKEN } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { createPerson, type Person, signInAsAdmin } from '../wire/person.ts';
import { watchDream } from '../wire/watched-dream.ts';
import { type Ended, launchProgram, runProgram } from './run-program.ts';

/** Dreams with media; use 300 for a full run. */
const DREAMS = Number(process.env.BACKUP_DREAMS ?? 12);
/** Dreams per page. */
const A_PAGE = 60;
/** A typical video, and one whose restore takes long enough to be killed. */
const USUAL_BYTES = 5_000_000;
const LONG_BYTES = 30_000_000;
/** Pause between messages while a backup is made. */
const TALKS_INTERVAL_MS = 5;

let folder: string;
const databases: string[] = [];
const servers: RunningServer[] = [];
async function clear(): Promise<void> {
  for (const server of servers.splice(0)) await server.kill();
  for (const name of databases.splice(0)) await onServer(postgres, `DROP DATABASE ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
}

const postgres = process.env.DATABASE_URL ?? '';

/** A new server: an empty folder and, on Postgres, an empty database. */
interface Box {
  DATA_DIR: string;
  DATABASE_URL?: string;
}

async function makeBox(name: string): Promise<Box> {
  const DATA_DIR = join(folder, name);
  if (dialect === 'sqlite') return { DATA_DIR };
  const database = `box_${randomBytes(6).toString('hex')}`;
  await onServer(postgres, `CREATE DATABASE ${database}`);
  databases.push(database);
  return { DATA_DIR, DATABASE_URL: postgres.replace(/\/[^/]*$/, `/${database}`) };
}

const more = (env: Record<string, string>) => ({ STORAGE_PROXY: 'on', ...env });
const options = (path: string) => ({ args: [path], endsWithinMs: 180_000 });
const backup = (box: Box, path: string, env: Record<string, string> = {}) =>
  runProgram('src/backup.ts', { ...box, ...more(env) }, options(path));
const restore = (box: Box, path: string, env: Record<string, string> = {}) =>
  runProgram('src/restore.ts', { ...box, ...more(env) }, options(path));

async function start({ DATA_DIR, ...box }: Box, env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({
    dataDir: DATA_DIR,
    env: { WORKERS: 'fleet', WORKER_TOKEN, LOG_LEVEL: 'warn', ...box, ...more(env) },
  });
  servers.push(server);
  return server;
}

/** Every row of every table, sorted. */
async function rowsOf({ DATA_DIR, DATABASE_URL }: Box): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  if (DATABASE_URL) {
    const snapshot = await openPostgresSnapshot(DATABASE_URL);
    for await (const { table, columns, rows } of snapshot.tables()) {
      const texts = rows.map((row) => JSON.stringify([columns, row]));
      found[table] = [...(found[table] ?? []), ...texts].sort();
    }
    await snapshot.close();
    return found;
  }
  const database = new Sqlite(join(DATA_DIR, 'reverie.sqlite'), { readonly: true });
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  for (const table of tables) {
    found[table] = database
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => JSON.stringify(row))
      .sort();
  }
  database.close();
  return found;
}

const mediaOf = ({ DATA_DIR }: Box) => createFileStorage(join(DATA_DIR, 'media'));

/** A person's dreams with files; the first one is long. */
async function putDreams(
  box: Box,
  userId: string,
  storage: Storage,
  { count = DREAMS, firstBytes = USUAL_BYTES } = {},
): Promise<string[]> {
  const people = await openPeople(box.DATA_DIR, box.DATABASE_URL);
  const ids = Array.from({ length: count }, newId);
  for (const [at, id] of ids.entries()) {
    const length = at === 0 ? firstBytes : randomInt(20_000, 200_000);
    await storage.put(`dreams/${id}/video.mp4`, randomBytes(length), 'video/mp4');
    await storage.put(`dreams/${id}/thumbnail.jpg`, randomBytes(4_000), 'image/jpeg');
    const requestedAt = Date.now() - at * 60_000;
    await people.db.orm.insert(dreams).values({
      id,
      userId,
      rpJobId: `local-${id}`,
      jobStatus: 'DONE',
      serverStatus: 'READY',
      seed: 2 ** 40 + at,
      requestedAt,
      startedAt: requestedAt,
      endedAt: requestedAt + 9_000,
      limitSeconds: 300,
      videoKey: `dreams/${id}/video.mp4`,
      thumbnailKey: `dreams/${id}/thumbnail.jpg`,
      name: at % 2 ? `Täglich "Äpfel"\n\\ ${at} 🌙` : null,
      serverFps: 15.1 + at / 3,
      shared: at % 3 === 0,
      fpsData: { overall: 15.1234567890123, '0': at },
    });
  }
  await people.close();
  return ids;
}

describe(`a backup of ${dialect}`, () => {
  /** The server that the tests back up, one after the other. */
  let box: Box;
  let server: RunningServer;
  let admin: Person;
  let adminId: string;
  let archive: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reverie-backup-'));
    box = await makeBox('box');
    server = await start(box);
    admin = await signInAsAdmin(server);
    adminId = (await admin.call('GET', '/api/session')).json.user.id;
  });
  afterAll(clear);

  test('under load has every acknowledged row, no partial one, and every file that rows refer to', {
    timeout: 300_000,
  }, async () => {
    const ids = await putDreams(box, adminId, mediaOf(box));
    const [talk = ''] = ids;
    // Meanwhile a person keeps dreaming, other dreams are deleted, and messages arrive, two per transaction.
    const { sessionId, worker } = await watchDream(server, admin);
    const people = await openPeople(box.DATA_DIR, box.DATABASE_URL);
    let said = 0;
    let over = false;
    async function talkOn(): Promise<void> {
      for (; !over; said += 1) {
        await people.db.transact(async () => {
          for (const isUser of [true, false]) {
            const words = { dreamId: talk, id: `${said}-${isUser}`, text: 'words', isUser, at: said };
            await people.db.orm.insert(conversationMessages).values(words);
          }
        });
        await new Promise((resolve) => setTimeout(resolve, TALKS_INTERVAL_MS));
      }
    }
    const talked = talkOn();
    await until('words', () => said > 20);
    const before = said;
    const making = backup(box, join(folder, 'busy.tar'));
    const [deleted = ''] = ids.splice(-1);
    await admin.call('PATCH', '/api/sessions/hide', { session_ids: [deleted] });
    await admin.call('DELETE', '/api/trash', { session_ids: [deleted] });
    expect(await making).toMatchObject({ code: 0, output: expect.stringContaining('the database and') });
    const after = said;
    over = true;
    await talked;
    await people.close();

    const copy = await makeBox('busy-copy');
    expect(await restore(copy, join(folder, 'busy.tar'))).toMatchObject({ code: 0 });
    const rows = await rowsOf(copy);
    const spoken = rows.conversation_messages?.length ?? 0;
    expect(spoken % 2).toBe(0);
    expect(spoken / 2).toBeGreaterThanOrEqual(before);
    expect(spoken / 2).toBeLessThanOrEqual(after + 1);
    const restored = await contentsOf(mediaOf(copy), { times: true });
    const original = await contentsOf(mediaOf(box), { times: true });
    for (const id of ids) {
      for (const name of ['video.mp4', 'thumbnail.jpg']) {
        const key = `dreams/${id}/${name}`;
        expect([key, restored[key]]).toEqual([key, original[key]]);
      }
    }
    // A dream deleted in the meantime is either complete or marked for deletion.
    const copied = await openPeople(copy.DATA_DIR, copy.DATABASE_URL);
    const [row] = await copied.db.orm.select().from(dreams).where(eq(dreams.id, deleted));
    await copied.close();
    if (row && row.hiddenAt === null)
      expect(Object.keys(restored).filter((key) => key.includes(deleted))).toHaveLength(2);
    // The live dream gets a video from its tape, and signed-in people stay signed in.
    const next = await start(copy);
    const same = createPerson(next, admin.cookie);
    await same.untilRecorded(sessionId);
    const { sessions } = (await same.call('GET', '/api/sessions')).json;
    // The board doesn't show a dream that is marked for deletion.
    const seen = (rows.dreams?.length ?? 0) - (row && row.hiddenAt !== null ? 1 : 0);
    expect(seen).toBeGreaterThanOrEqual(DREAMS);
    expect(sessions).toHaveLength(Math.min(seen, A_PAGE));
    await next.stop();
    worker.terminate();
    // The original's video isn't needed.
    await admin.call('POST', '/api/stream/end', { sessionId });
    await admin.call('PATCH', '/api/sessions/hide', { session_ids: [sessionId] });
    await admin.call('DELETE', '/api/trash', { session_ids: [sessionId] });
    await rm(join(folder, 'busy.tar'));
  });

  test('restores the same rows, files and secrets even after both were killed', {
    timeout: 300_000,
  }, async () => {
    const [gone = ''] = await putDreams(box, adminId, mediaOf(box), { count: 2, firstBytes: LONG_BYTES });
    await writeFile(join(box.DATA_DIR, 'worker-token'), 'a-secret-of-this-box\n');
    await admin.call('POST', '/api/auth/email', { email: 'ada@example.com' });
    await until('a mail', async () => (await readdir(join(box.DATA_DIR, 'outbox'))).length > 0);
    const over = join(box.DATA_DIR, 'outbox/over.eml');
    await writeFile(over, 'a mail of long ago');
    await utimes(over, 0, Date.now() / 1000 - 31 * 24 * 3600);
    await server.stop();
    archive = join(folder, 'quiet.tar');
    const killedOne = join(folder, 'killed.tar');
    const broken = launchProgram('src/backup.ts', { ...box, ...more({}) }, options(killedOne));
    await until('a part of it', () => existsSync(`${killedOne}.partial`), undefined, 1);
    broken.kill();
    expect((await broken.ended).code).toBeNull();
    expect(existsSync(`${killedOne}.partial`)).toBe(true);
    expect(await backup(box, archive)).toMatchObject({ code: 0 });
    expect((await lstat(archive)).mode & 0o777).toBe(0o600);
    const others = (await readdir(folder)).filter((name) => !name.startsWith(LEDGER_PREFIX));
    expect(others.sort()).toEqual(['box', 'busy-copy', 'quiet.tar']);

    const copy = await makeBox('copy');
    const killed = launchProgram('src/restore.ts', { ...copy, ...more({}) }, options(archive));
    await until('its beginning', () => existsSync(join(copy.DATA_DIR, 'restoring.json')), undefined, 1);
    killed.kill();
    expect((await killed.ended).code).toBeNull();
    await expect(start(copy)).rejects.toThrow('was interrupted. Run it again');
    expect((await backup(copy, join(folder, 'half.tar'))).code).toBe(1);
    const done = await restore(copy, archive);
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('Restored: the database') });
    expect(done.output).toContain('No ledger newer than this backup');

    expect(await rowsOf(copy)).toEqual(await rowsOf(box));
    expect(await contentsOf(mediaOf(copy), { times: true })).toEqual(
      await contentsOf(mediaOf(box), { times: true }),
    );
    expect(existsSync(join(copy.DATA_DIR, 'outbox/over.eml'))).toBe(false);
    await rm(over);
    for (const name of ['worker-token', ...(await namesIn(box, 'outbox'))]) {
      const [here, there] = [join(copy.DATA_DIR, name), join(box.DATA_DIR, name)];
      expect(await readFile(here)).toEqual(await readFile(there));
      expect((await lstat(here)).mode & 0o077).toBe(0);
    }
    expect(existsSync(join(copy.DATA_DIR, 'restoring.json'))).toBe(false);
    // Counters that the database maintains itself continue.
    const before = (await rowsOf(copy)).dream_counts;
    for (const one of [copy, box]) await dropDream(one, gone);
    const after = (await rowsOf(copy)).dream_counts;
    expect(after).not.toEqual(before);
    expect(after).toEqual((await rowsOf(box)).dream_counts);
  });

  test('omits what was deleted since', { timeout: 120_000 }, async () => {
    server = await start(box);
    const same = createPerson(server, admin.cookie);
    const { sessions } = (await same.call('GET', '/api/sessions')).json;
    const [{ session_id: id }] = sessions;
    await same.call('PATCH', '/api/sessions/hide', { session_ids: [id] });
    await server.stop();
    await copyLedgers(box.DATA_DIR, folder);
    const copy = await makeBox('later');
    const { output } = await restore(copy, archive);
    expect(output).toMatch(
      /1 dream deleted after this backup was moved to the Trash again\.\nThe ledger was/,
    );
    const people = await openPeople(copy.DATA_DIR, copy.DATABASE_URL);
    const [row] = await people.db.orm.select().from(dreams).where(eq(dreams.id, id));
    await people.close();
    expect(row?.hiddenAt).toBeGreaterThan(0);
  });

  // These tests use the archive of the restore test above.
  test('is rejected for a database in use or of another kind, without changes', async () => {
    const before = await rowsOf(box);
    await refused(restore(box, archive), box.DATABASE_URL ? /contains tables/ : /DATA_DIR: .* contains/);
    expect(await rowsOf(box)).toEqual(before);
    const copy = await makeBox('another-kind');
    const { DATABASE_URL: _, ...others } = copy;
    const other = copy.DATABASE_URL
      ? others
      : { ...copy, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    await refused(restore(other, archive), /the archive contains a (SQLite|Postgres) database/);
    await expectUntouched(copy);
  });

  testOnce('is refused where it would do harm, in words, with nothing touched', async () => {
    await refused(backup(box, archive), 'already exists');
    await refused(backup(box, join(folder, 'no/such/a.tar')), 'isn’t a folder');
    await refused(backup({ ...box, DATA_DIR: join(folder, 'empty') }, join(folder, 'b.tar')), 'nothing in');

    const copy = await makeBox('nothing-yet');
    const broken = join(folder, 'broken.tar');
    await copyFile(archive, broken);
    await chmod(broken, 0o600);
    const file = await open(broken, 'r+');
    // Inside the long video, which is more than half of the archive.
    const middle = Math.floor((await file.stat()).size / 2);
    await file.write(Buffer.from('!'), 0, 1, middle);
    await file.close();
    await refused(restore(copy, broken), 'video.mp4 is damaged: its content has changed');
    await expectUntouched(copy);
    await truncate(broken, middle);
    await refused(restore(copy, broken), /damaged or incomplete/);
    await writeFile(broken, randomBytes(10_000));
    await refused(restore(copy, broken), /can’t be restored/);
    await refused(restore(copy, join(folder, 'missing.tar')), 'doesn’t exist');
    await expectUntouched(copy);
    await mkdir(join(copy.DATA_DIR, 'tapes/mine'), { recursive: true });
    await writeFile(join(copy.DATA_DIR, 'tapes/mine/frames.tape'), 'mine');
    await refused(restore(copy, archive), 'contains tapes');
  });

  testOnce('and a restore live with files of other programs, and with media behind links', async () => {
    const old = await makeBox('linked');
    await restore(old, archive);
    const media = join(old.DATA_DIR, 'media');
    const [first = '', second = ''] = await readdir(join(media, 'dreams'));
    const disk = join(folder, 'other-disk');
    await rename(join(media, 'dreams', first), disk);
    await symlink(disk, join(media, 'dreams', first));
    const foreign = [
      '.DS_Store',
      `dreams/${second}/@eaDir/x`,
      `dreams/${second}/._video.mp4`,
      'lost+found/#1',
    ];
    for (const name of foreign) {
      await mkdir(dirname(join(media, name)), { recursive: true });
      await writeFile(join(media, name), 'theirs');
    }
    const linked = join(folder, 'linked.tar');
    expect(await backup(old, linked)).toMatchObject({ code: 0 });

    // Even a dedicated disk isn't quite empty.
    const next = await makeBox('shared');
    for (const name of ['.DS_Store', 'lost+found/#2', 'media/lost+found/#3', 'photos/mine.jpg']) {
      await mkdir(dirname(join(next.DATA_DIR, name)), { recursive: true });
      await writeFile(join(next.DATA_DIR, name), 'theirs');
    }
    expect(await restore(next, linked)).toMatchObject({ code: 0 });
    const contents = await contentsOf(mediaOf(next), { times: true });
    expect(contents).toEqual(await contentsOf(mediaOf(box), { times: true }));
    expect(await readFile(join(next.DATA_DIR, 'photos/mine.jpg'), 'utf8')).toBe('theirs');

    await rm(disk, { recursive: true });
    await symlink(join(folder, 'unmounted.mp4'), join(media, 'dreams', second, 'preview.mp4'));
    const broken = join(folder, 'links.tar');
    await refused(backup(old, broken), new RegExp(`media/dreams/${second}/preview.mp4.* broken links`));
    expect(existsSync(broken)).toBe(false);
  });
});

/** Expects a command to fail with this message, and without internals. */
async function refused(ended: Promise<Ended>, words: string | RegExp): Promise<void> {
  const { code, output } = await ended;
  expect([code, output]).toEqual([1, expect.stringMatching(words)]);
  expect(output).not.toMatch(/\bat .*\.ts:\d/);
}

async function expectUntouched(box: Box): Promise<void> {
  const found = await readdir(box.DATA_DIR, { recursive: true });
  expect(found.filter((name) => !name.startsWith('in-use') && name !== 'media')).toEqual([]);
  if (box.DATABASE_URL) await expect(rowsOf(box)).rejects.toThrow('"migrations" does not exist');
}

async function dropDream(box: Box, id: string): Promise<void> {
  const people = await openPeople(box.DATA_DIR, box.DATABASE_URL);
  await people.db.orm.delete(dreams).where(eq(dreams.id, id));
  await people.close();
}

describeOnce('with a bucket', () => {
  let ground: S3Ground;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reverie-backup-'));
    ground = await startS3Ground();
  });
  afterAll(async () => {
    await clear();
    await ground.stop();
  });
  const bucketOf = (prefix: string) =>
    createS3Storage({ address: { ...ground.address, prefix }, keys: ground.keys, links: false });

  test('its files are backed up and restored into another bucket', { timeout: 300_000 }, async () => {
    const [from, to] = ['a', 'b'].map((name) => `${name}-${randomBytes(4).toString('hex')}`) as [
      string,
      string,
    ];
    const box = await makeBox('box');
    // A server has a data folder even if its rows are in Postgres and its files in the bucket.
    await mkdir(box.DATA_DIR, { recursive: true });
    const people = await openPeople(box.DATA_DIR, box.DATABASE_URL);
    const { id } = await people.create('trial');
    await people.close();
    await putDreams(box, id, bucketOf(from), { count: 3 });
    const archive = join(folder, 'bucket.tar');
    expect(await backup(box, archive, ground.settings(from))).toMatchObject({ code: 0 });
    const copy = await makeBox('copy');
    const full = await restore(copy, archive, ground.settings(from));
    expect(full).toMatchObject({ code: 1, output: expect.stringContaining('contains files') });
    expect(await restore(copy, archive, ground.settings(to))).toMatchObject({ code: 0 });
    expect(await contentsOf(bucketOf(to), { times: true })).toEqual(
      await contentsOf(bucketOf(from), { times: true }),
    );
    expect(await readdir(join(copy.DATA_DIR, 'media'))).toEqual([]);
    for (const prefix of [from, to]) {
      for (const key of await bucketOf(prefix).list('')) await bucketOf(prefix).delete(key);
    }
  });
});

const namesIn = async ({ DATA_DIR }: Box, name: string) =>
  (await readdir(join(DATA_DIR, name))).map((one) => join(name, one));
