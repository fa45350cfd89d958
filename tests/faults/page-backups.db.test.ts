import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import type { BackupsAnswer } from '../../modules/admin/contract/backups.ts';
import { UPLOAD_PIECE_BYTES } from '../../modules/admin/contract/limits.ts';
import { dreams } from '../../modules/dreams/tables.ts';
import { newId } from '../../modules/kit/ids.ts';
import { createFileStorage } from '../../modules/kit/storage/file-storage.ts';
import { readFiles, verifyArchive } from '../../src/backup/archive-reader.ts';
import { createArchive } from '../../src/backup/archive-writer.ts';
import { testOnce } from '../long-test.ts';
import { openPeople } from '../people.ts';
import { freePort, onServer } from '../postgres.ts';
import { type RunningServer, startServer } from '../server.ts';
import { until } from '../wire/inbox.ts';
import { createPerson, type Person, signInAsAdmin } from '../wire/person.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-page-backups-'));
});
const servers: RunningServer[] = [];
const databases: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
});
afterAll(async () => {
  for (const name of databases) await onServer(postgres, `DROP DATABASE ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});
const postgres = process.env.DATABASE_URL ?? '';

async function startBox(env: Record<string, string> = {}) {
  const dataDir = join(folder, newId());
  let DATABASE_URL = '';
  if (dialect === 'postgres') {
    const database = `box_${randomBytes(6).toString('hex')}`;
    await onServer(postgres, `CREATE DATABASE ${database}`);
    databases.push(database);
    DATABASE_URL = postgres.replace(/\/[^/]*$/, `/${database}`);
  }
  const server = await startServer({
    dataDir,
    port: await freePort(),
    env: { WORKERS: 'fleet', ...(DATABASE_URL && { DATABASE_URL }), ...env },
  });
  servers.push(server);
  return { server, admin: await signInAsAdmin(server), DATABASE_URL };
}

const ask = async (who: Person, body: object): Promise<BackupsAnswer> =>
  (await who.call('POST', '/api/admin/backup-data', body)).json;

/** Makes a backup and waits for it. */
async function make(who: Person): Promise<BackupsAnswer> {
  // The nightly backup may be running, since the server has just started.
  await until('a backup to begin', async () => {
    const { status } = await who.call('POST', '/api/admin/backup-data', { action: 'make' });
    return status !== 409;
  });
  return until('the backup', async () => {
    const answer = await ask(who, { action: 'getBackups' });
    return answer.progress === null && answer;
  });
}

async function upload({ url }: RunningServer, who: Person, bytes: Uint8Array<ArrayBuffer>, at = 0) {
  const answer = await fetch(`${url}/api/admin/restore-upload?at=${at}`, {
    method: 'POST',
    headers: { cookie: who.cookie, 'content-type': 'application/x-tar' },
    body: bytes,
  });
  return { status: answer.status, json: await answer.json() };
}

/** Adds settings that no page can set. */
async function addSettings(dataDir: string, more: Record<string, string>): Promise<void> {
  const path = join(dataDir, 'settings.json');
  const file = existsSync(path)
    ? JSON.parse(await readFile(path, 'utf8'))
    : { format: 1, settings: {}, previous: null, refused: null };
  await writeFile(path, JSON.stringify({ ...file, settings: { ...file.settings, ...more } }));
}

/** Copies an archive and corrupts its database, with correct digests. */
async function rewriteDatabase(from: string, to: string): Promise<void> {
  const { migrations, ...manifest } = await verifyArchive(from, () => {});
  const archive = await createArchive(to, manifest);
  for await (const { place, bytes, body, text } of readFiles(from, { ...manifest, migrations })) {
    if (!place.startsWith('database/')) {
      await archive.add(place, bytes, body);
      continue;
    }
    const spoiled = Buffer.from(
      (await text()).replace('SQLite format 3', 'another format!').replace('"id"', '"odd"'),
    );
    await archive.add(place, spoiled.length, [spoiled]);
  }
  await archive.finish(migrations);
}

describe(`backups from the page, on ${dialect}`, () => {
  test('can be made, downloaded, and restored into a new installation, with settings', async () => {
    const here = await startBox();
    const { parts, basis } = (await here.admin.call('POST', '/api/admin/setup-data', { action: 'getParts' }))
      .json;
    expect(parts.find(({ id }: { id: string }) => id === 'backups').facts).toContain(
      'There is no backup yet.',
    );
    const changes = { APP_NAME: 'Nachtbild', SMTP_URL: null };
    await here.admin.call('POST', '/api/admin/setup-data', {
      action: 'save',
      part: 'address',
      changes: { APP_NAME: changes.APP_NAME },
      basis,
    });
    // As in an archive from a stranger, or from a machine with other files.
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    for (const path of [cert, key]) await writeFile(path, 'of that machine');
    await addSettings(here.server.dataDir, {
      LD_LIBRARY_PATH: join(here.server.dataDir, 'outbox'),
      HOST: '192.0.2.77',
      METRICS_TOKEN: 'known-to-a-stranger',
      CONTENT_CERT_FILE: cert,
      CONTENT_KEY_FILE: key,
    });
    const dreamId = newId();
    const video = randomBytes(UPLOAD_PIECE_BYTES + 1000);
    await createFileStorage(join(here.server.dataDir, 'media')).put(
      `dreams/${dreamId}/video.mp4`,
      video,
      'video/mp4',
    );
    const people = await openPeople(here.server.dataDir, here.DATABASE_URL || undefined);
    const user = (await here.admin.call('GET', '/api/session')).json.user;
    await people.db.orm.insert(dreams).values({
      id: dreamId,
      userId: user.id,
      rpJobId: `local-${dreamId}`,
      seed: 1,
      jobStatus: 'DONE',
      serverStatus: 'READY',
      requestedAt: Date.now(),
      limitSeconds: 300,
      node: 'local',
    });
    await people.close();

    const made = await make(here.admin);
    expect(made).toMatchObject({ fault: null, isFresh: false, copies: [{ isInBucket: false }] });
    const [copy] = made.copies;
    const file = new Uint8Array(
      await (
        await fetch(`${here.server.url}/api/admin/backups/${copy?.name}`, {
          headers: { cookie: here.admin.cookie },
        })
      ).arrayBuffer(),
    );
    expect(file.length).toBe(copy?.bytes);
    // A site that is in use isn't replaced.
    expect(await upload(here.server, here.admin, file.slice(0, 10))).toMatchObject({ status: 409 });
    expect((await createPerson(here.server).call('GET', `/api/admin/backups/${copy?.name}`)).status).toBe(
      401,
    );

    for (const path of [cert, key]) await rm(path);
    const there = await startBox();
    expect(await ask(there.admin, { action: 'getBackups' })).toMatchObject({ isFresh: true, copies: [] });
    const workerToken = () => readFile(join(there.server.dataDir, 'worker-token'), 'utf8');
    const token = await workerToken();
    // An unrelated file changes nothing.
    const junk = randomBytes(5000);
    await upload(there.server, there.admin, junk);
    const refused = await there.admin.call('POST', '/api/admin/backup-data', {
      action: 'restore',
      bytes: 5000,
    });
    expect(refused).toMatchObject({
      status: 400,
      json: { error: 'This file isn’t a Reverie backup.' },
    });

    let at = 0;
    while (at < file.length) {
      const sent = await upload(there.server, there.admin, file.slice(at, at + UPLOAD_PIECE_BYTES), at);
      expect(sent.status).toBe(200);
      // A repeated chunk is answered with the offset to continue from.
      if (at > 0)
        expect(await upload(there.server, there.admin, junk, at)).toMatchObject({
          status: 409,
          json: sent.json,
        });
      at = sent.json.at;
    }
    await there.admin.call('POST', '/api/admin/backup-data', { action: 'restore', bytes: file.length });
    await until('the restored place', async () =>
      /Nachtbild is ready/.test(there.server.output().slice(there.server.output().indexOf('Stopped'))),
    );
    // The backup's people are here; those of the fresh site are gone. Cookie names contain the port.
    const back = createPerson(
      there.server,
      here.admin.cookie.replace(/^[^=]+/, there.admin.cookie.split('=')[0] ?? ''),
    );
    expect((await back.call('GET', '/api/session')).json.user).toEqual(user);
    expect((await there.admin.call('GET', '/api/session')).status).toBe(401);
    // The page that requested the restore ends at sign-in, where the operator reads what happened.
    const ended = await there.admin.call('GET', '/auth/signin?restored&next=%2Fadmin%3Fview%3Dsetup');
    expect(ended.text).toContain('Your backup is restored here');
    expect(await workerToken()).toBe(token);
    const answer = await ask(back, { action: 'getBackups' });
    expect(answer).toMatchObject({ restored: { fault: null }, isFresh: false });
    expect(answer.restored?.notes.at(-1)).toMatch(/^No ledger newer than/);
    expect(answer.restored?.notes.slice(0, -1).toSorted()).toEqual([
      'CONTENT_CERT_FILE was left out: there is no such file.',
      'CONTENT_KEY_FILE was left out: there is no such file.',
      'HOST stays as it is on this machine.',
      'LD_LIBRARY_PATH was left out: it isn’t a setting.',
      'METRICS_TOKEN stays as it is on this machine.',
    ]);
    const german = await back.call(
      'POST',
      '/api/admin/backup-data',
      { action: 'getBackups' },
      { 'accept-language': 'de', origin: there.server.url },
    );
    expect(german.json.restored.notes).toContain('HOST bleibt, wie es auf diesem Rechner ist.');
    expect(
      (await readdir(there.server.dataDir)).filter((name) => /restor|switch/.test(name)).toSorted(),
    ).toEqual(['before-restore', 'restored.json']);
    expect(await readdir(join(there.server.dataDir, 'before-restore'))).toContain(
      dialect === 'sqlite' ? 'reverie.sqlite' : 'postgres.tar',
    );
    const restoredVideo = await readFile(join(there.server.dataDir, `media/dreams/${dreamId}/video.mp4`));
    // The test runner's own comparison would take 18 seconds for 8 MB.
    expect(restoredVideo.equals(video)).toBe(true);
    expect(existsSync(join(there.server.dataDir, 'restore.tar'))).toBe(false);
  });

  testOnce(
    'leave a new installation unchanged if the archive turns out damaged, and the page says so',
    async () => {
      const { server, admin } = await startBox();
      const { copies } = await make(admin);
      const name = copies[0]?.name ?? '';
      const file = new Uint8Array(await readFile(join(server.dataDir, 'backups', name)));
      const damaged = file.slice(0, file.length - 3000);
      await upload(server, admin, damaged);
      await admin.call('POST', '/api/admin/backup-data', { action: 'restore', bytes: damaged.length });
      const answer = await until('the place again', async () => {
        const found = await ask(admin, { action: 'getBackups' }).catch(() => null);
        return found?.restored && found;
      });
      expect(answer).toMatchObject({
        isFresh: true,
        restored: { fault: expect.stringMatching(/damaged|incomplete/) },
      });
      expect((await admin.call('GET', '/api/session')).json.user.role).toBe('admin');
    },
  );

  test('are reverted if the program doesn’t start with them, and the page says why', async () => {
    const { server, admin } = await startBox();
    await addSettings(server.dataDir, { APP_NAME: 'Before' });
    const { copies } = await make(admin);
    const [from, to] = [join(server.dataDir, 'backups', copies[0]?.name ?? ''), join(folder, 'hostile.tar')];
    await rewriteDatabase(from, to);
    const file = new Uint8Array(await readFile(to));
    await upload(server, admin, file);
    const before = await readFile(join(server.dataDir, 'settings.json'));
    await admin.call('POST', '/api/admin/backup-data', { action: 'restore', bytes: file.length });
    const answer = await until('the place again', async () => {
      const found = await ask(admin, { action: 'getBackups' }).catch(() => null);
      return found?.restored && found;
    });
    expect(answer).toMatchObject({
      isFresh: true,
      restored: { fault: expect.stringMatching(/not a SQLite database|column that is not known/) },
    });
    expect(server.output()).toContain('Before is ready');
    expect((await admin.call('GET', '/api/session')).json.user.role).toBe('admin');
    expect(JSON.parse(await readFile(join(server.dataDir, 'settings.json'), 'utf8')).settings).toEqual(
      JSON.parse(before.toString()).settings,
    );
    expect((await readdir(server.dataDir)).filter((name) => /restor|switch/.test(name))).toEqual([
      'restored.json',
    ]);
  });

  testOnce('a place whose media are elsewhere by a link is not restored into from the page', async () => {
    const { server, admin } = await startBox();
    const { copies } = await make(admin);
    const file = new Uint8Array(await readFile(join(server.dataDir, 'backups', copies[0]?.name ?? '')));
    const disk = join(folder, 'disk');
    await rename(join(server.dataDir, 'media'), disk);
    await symlink(disk, join(server.dataDir, 'media'));
    await upload(server, admin, file);
    expect(
      await admin.call('POST', '/api/admin/backup-data', { action: 'restore', bytes: file.length }),
    ).toMatchObject({
      status: 409,
      json: { error: expect.stringContaining('media is on another disk, or a link') },
    });
  });

  testOnce('expire at night unless others made them; a failed one says why', async () => {
    const { server, admin } = await startBox({ BACKUP_DAYS: '7' });
    const dir = join(server.dataDir, 'backups');
    await mkdir(dir, { recursive: true });
    await writeFile(join(dir, 'reverie-2020-01-01-023000.tar'), 'old');
    await writeFile(join(dir, 'mine.tar'), 'mine');
    expect((await make(admin)).fault).toBeNull();
    expect((await readdir(dir)).filter((name) => /2020|mine/.test(name))).toEqual(['mine.tar']);
    expect(
      (await admin.call('POST', '/api/admin/backup-data', { action: 'remove', name: 'mine.tar' })).status,
    ).toBe(404);

    await rm(dir, { recursive: true });
    await writeFile(dir, 'a file in its place');
    expect((await make(admin)).fault).toMatch(/EEXIST|ENOTDIR|not a directory/);
  });
});
