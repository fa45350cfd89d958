import { chmod, lstat, mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from './server.ts';
import { signInByMail } from './wire/person.ts';
import { openStage, type Stage } from './wire/stage.ts';

/** Paths below the folder, itself included, that others may do anything with. */
async function openToOthers(folder: string): Promise<string[]> {
  const below = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  const stats = await Promise.all(
    [folder, ...below].map(async (path) => {
      // The program runs on: a tape may be gone once its video is ready.
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

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.clear();
  await stage.dispose();
});

test('what the program writes is its user’s alone: database, secrets, tapes, mails and videos', async () => {
  await signInByMail(stage.server, 'ada@example.com');
  const { sessionId, worker } = await stage.liveDream();
  for (let sent = 0; sent < 20; sent += 1) worker.frame();
  await expect.poll(() => readdir(join(stage.server.dataDir, 'tapes'))).toContain(sessionId);
  expect(await openToOthers(stage.server.dataDir)).toEqual([]);
  await stage.admin.call('POST', '/api/stream/end', { sessionId });
  const status = async () =>
    (await stage.admin.call('GET', `/api/stream/status?sessionId=${sessionId}`)).json.server_status;
  await expect.poll(status).toBe('READY');
  expect(await readdir(join(stage.server.dataDir, 'media/dreams', sessionId))).toContain('video.mp4');
  expect(await openToOthers(stage.server.dataDir)).toEqual([]);
});

test('a folder of before, which others could read, is narrowed at start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'reverie-open-'));
  const token = join(dataDir, 'worker-token');
  let server: RunningServer | null = null;
  try {
    await chmod(dataDir, 0o755);
    await mkdir(join(dataDir, 'media'), { mode: 0o755 });
    for (const name of ['worker-token', 'reverie.sqlite.before-0007_x', 'notes.txt']) {
      await writeFile(join(dataDir, name), 'a-token-of-the-tests', { mode: 0o644 });
    }
    await symlink('/etc/hosts', join(dataDir, 'elsewhere'));
    const elsewhere = (await lstat('/etc/hosts')).mode;
    server = await startServer({ dataDir, env: { WORKERS: 'fleet', LOG_LEVEL: 'warn' } });
    expect(await openToOthers(dataDir)).toEqual([]);
    expect((await lstat(token)).mode & 0o777).toBe(0o600);
    expect((await lstat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await lstat('/etc/hosts')).mode).toBe(elsewhere);
    expect(server.output()).not.toContain('others may be able');
  } finally {
    await server?.dispose();
  }
});
