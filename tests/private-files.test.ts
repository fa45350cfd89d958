import { chmod, lstat, mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from './server.ts';
import { WORKER_TOKEN } from './wire/fake-worker.ts';
import { signInAsAdmin, signInByMail } from './wire/person.ts';
import { watchDream } from './wire/watched-dream.ts';

/** Paths in the folder, itself included, to which other users have any access. */
async function openToOthers(folder: string): Promise<string[]> {
  const below = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  const stats = await Promise.all(
    [folder, ...below].map(async (path) => {
      // The program keeps running: a tape may be deleted once its video is ready.
      const stat = await lstat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return stat ? [{ path, stat }] : [];
    }),
  );
  return stats
    .flat()
    .filter(({ stat }) => !stat.isSymbolicLink() && (stat.mode & 0o077) !== 0)
    .map(({ path, stat }) => `${path.slice(folder.length)} ${(stat.mode & 0o777).toString(8)}`);
}

/** A data folder of an earlier version, which other users could read. */
async function makeOpenFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reverie-open-'));
  await chmod(dataDir, 0o755);
  await mkdir(join(dataDir, 'media'), { mode: 0o755 });
  for (const name of ['worker-token', 'reverie.sqlite.before-0007_x', 'notes.txt']) {
    await writeFile(join(dataDir, name), 'a-token-of-the-tests', { mode: 0o644 });
  }
  await symlink('/etc/hosts', join(dataDir, 'elsewhere'));
  return dataDir;
}

let server: RunningServer;
let elsewhere: number;
beforeAll(async () => {
  elsewhere = (await lstat('/etc/hosts')).mode;
  const env = { WORKERS: 'fleet', WORKER_TOKEN, LOG_LEVEL: 'warn' };
  server = await startServer({ dataDir: await makeOpenFolder(), env });
});
afterAll(() => server.dispose());

test('a folder of before, which others could read, is narrowed at start', async () => {
  const { dataDir } = server;
  expect(await openToOthers(dataDir)).toEqual([]);
  expect((await lstat(join(dataDir, 'worker-token'))).mode & 0o777).toBe(0o600);
  expect((await lstat(dataDir)).mode & 0o777).toBe(0o700);
  expect((await lstat('/etc/hosts')).mode).toBe(elsewhere);
  expect(server.output()).not.toContain('others may be able');
});

test('what the program writes is its user’s alone: database, secrets, tapes, mails and videos', async () => {
  const { dataDir } = server;
  const admin = await signInAsAdmin(server);
  await signInByMail(server, 'ada@example.com');
  const { sessionId, worker, viewer } = await watchDream(server, admin, { pictures: 4 });
  await expect.poll(() => readdir(join(dataDir, 'tapes'))).toContain(sessionId);
  expect(await openToOthers(dataDir)).toEqual([]);
  await admin.call('POST', '/api/stream/end', { sessionId });
  await admin.untilRecorded(sessionId);
  expect(await readdir(join(dataDir, 'media/dreams', sessionId))).toContain('video.mp4');
  expect(await openToOthers(dataDir)).toEqual([]);
  worker.terminate();
  viewer.terminate();
});
