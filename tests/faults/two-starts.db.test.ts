import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { type RunningServer, startServer } from '../server.ts';
import { openViewer } from '../wire/fake-viewer.ts';
import { connectWorker, WORKER_TOKEN } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { signInAsAdmin } from '../wire/person.ts';
import { runProgram } from './run-program.ts';

let at: TestDatabase;
let first: RunningServer;
const others: string[] = [];
beforeAll(async () => {
  at = await openTestDatabase();
  first = await start();
});
afterAll(async () => {
  await first.kill();
  await at.drop();
  for (const dir of others.splice(0)) await rm(dir, { recursive: true, force: true });
});

const settings = () => ({
  WORKERS: 'fleet',
  WORKER_TOKEN,
  LOG_LEVEL: 'warn',
  DATABASE_URL: at.settings.DATABASE_URL ?? '',
});
const start = () => startServer({ dataDir: at.settings.DATA_DIR, env: settings() });
const second = (env: Record<string, string>) => runProgram('src/start.ts', { ...settings(), ...env });

async function emptyFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'reverie-second-'));
  others.push(dir);
  return dir;
}

describe(`a second start on ${dialect}`, () => {
  test('is rejected with a message, and the first one’s live dream continues', async () => {
    const person = await signInAsAdmin(first);
    const worker = await connectWorker(first);
    const { sessionId, websocketUrl } = await person.connectUntilReady();
    const viewer = await openViewer(websocketUrl);
    viewer.send('a quiet sea');
    await worker.reported('prompt');
    worker.stream();
    await until('pictures', () => viewer.frames.items.length > 8);
    const tape = join(at.settings.DATA_DIR, 'tapes', sessionId);
    expect(existsSync(tape)).toBe(true);

    const sameFolder = await second({ DATA_DIR: at.settings.DATA_DIR, PORT: '0' });
    expect(sameFolder.code).toBe(1);
    expect(sameFolder.output.trim()).toMatch(
      new RegExp(`^DATA_DIR: .* is in use by process ${first.pid} on .* at ${first.url}\\. Stop .*$`),
    );
    // A folder of its own, but the first server's port and, on Postgres, its database.
    const samePort = await second({ DATA_DIR: await emptyFolder(), PORT: new URL(first.url).port });
    expect(samePort).toEqual({
      code: 1,
      output: expect.stringMatching(/^PORT: port \d+ of .* is already in use.*\n$/),
    });

    const seen = viewer.frames.items.length;
    await until('further pictures', () => viewer.frames.items.length > seen + 8);
    const { json } = await person.call('GET', `/api/stream/status?sessionId=${sessionId}`);
    expect(json).toMatchObject({ job_status: 'RUNNING', server_status: null });
    expect(existsSync(tape)).toBe(true);
    worker.terminate();
    viewer.terminate();
  });

  test('that finds its port in use leaves no database behind', async () => {
    const dir = await emptyFolder();
    const squatter = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => squatter.once('listening', resolve));
    const address = squatter.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expect((await second({ DATA_DIR: dir, PORT: port, DATABASE_URL: '' })).code).toBe(1);
    expect((await readdir(dir)).filter((name) => !name.startsWith('in-use'))).toEqual([]);
    squatter.close();
  });

  test('isn’t confused with commands that run next to a server', async () => {
    const link = await runProgram('src/admin-link.ts', {
      ...settings(),
      DATA_DIR: at.settings.DATA_DIR,
      PUBLIC_URL: first.url,
    });
    expect(link).toEqual({ code: 0, output: expect.stringMatching(/\/auth\/link\?token=/) });
  });

  test('succeeds once the first was killed, without cleaning up', async () => {
    await first.kill();
    first = await start();
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });
});
