import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProbedVideo } from '../../modules/recordings/testing/probe-video.ts';
import { startSdcppPeer } from '../engines/sdcpp-peer.ts';
import { longDescribe } from '../long-test.ts';
import { MARKED, type RunningServer, startServer } from '../server.ts';
import { type FakeViewer, openViewer } from '../wire/fake-viewer.ts';
import { until } from '../wire/inbox.ts';
import { createPerson, type Person, signInAsAdmin } from '../wire/person.ts';
import { canListProcesses, childrenOf, isAlive, type Process } from './processes.ts';

const run = promisify(execFile);
const PROBE = fileURLToPath(new URL('../../modules/recordings/testing/probe-video.ts', import.meta.url));
/** Kills of the server at a random moment; CRASH_ROUNDS overrides the number. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1);
/** Maximum number of extra frames seen before that; longer dreams take longer to compile. */
const MAY_BE_SEEN = ROUNDS > 1 ? 48 : 24;
/** Up to a second of video may be lost, plus a little until it is seen. */
const MAY_BE_LOST_MS = 1_200;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const COMPILES_TIMEOUT_MS = 120_000;
/** One more than a job's attempts. */
const COMPILE_KILLS = 6;
/** For starts that only compile a recording, without an idle worker. */
const COMPILES_ONLY = { WORKERS: 'fleet' };
/** The engine renders rarely, and the frames in between are blended; their appearance doesn't matter here. */
const PAINTS_INTERVAL_MS = 1_000;

let engine: Awaited<ReturnType<typeof startSdcppPeer>>;
beforeAll(async () => {
  engine = await startSdcppPeer({ faults: 0, imageMs: PAINTS_INTERVAL_MS });
});
afterAll(() => engine.stop());

let dataDir: string;
const servers: RunningServer[] = [];
async function makeFolder(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'reverie-faults-'));
}
async function clear(): Promise<void> {
  for (const server of servers.splice(0)) await server.kill();
  await rm(dataDir, { recursive: true, force: true });
}
/** Gives each test of a group its own folder and servers. */
function standAlone(): void {
  beforeEach(makeFolder);
  afterEach(clear);
}

async function start(env: Record<string, string> = {}): Promise<RunningServer> {
  const drawing = { WORKERS: 'embedded:1', GENERATOR: 'sdcpp', ENGINE_URL: engine.url };
  const server = await startServer({ dataDir, env: { ...MARKED, ...drawing, ...env }, ownGroup: true });
  servers.push(server);
  return server;
}

interface LiveDream {
  server: RunningServer;
  person: Person;
  sessionId: string;
  viewer: FakeViewer;
}

/** A dream on an embedded worker, as video, watched for this many frames. */
async function dreamFor(server: RunningServer, person: Person, pictures: number): Promise<LiveDream> {
  const { sessionId, websocketUrl } = await person.connectUntilReady();
  const viewer = await openViewer(`${websocketUrl}&codecs=1,0`);
  viewer.send({ type: 'prompt', text: 'a lighthouse in a storm' });
  await untilSeen(viewer, pictures);
  return { server, person, sessionId, viewer };
}

const untilSeen = (viewer: FakeViewer, pictures: number) =>
  until(`${pictures} pictures`, () => viewer.frames.items.length >= pictures);

const seenMs = ({ viewer }: LiveDream) => {
  const { items } = viewer.frames;
  return (items.at(-1)?.timestamp ?? 0) - (items[0]?.timestamp ?? 0);
};

/** The same person on a restarted server. */
const again = (server: RunningServer, { cookie }: Person) => createPerson(server, cookie);

async function statusOf(person: Person, sessionId: string) {
  const { json } = await person.call('GET', `/api/stream/status?sessionId=${sessionId}`);
  return json as { job_status: string; server_status: string | null };
}

/** Waits for the recording. @returns the length of its video in ms */
async function videoLength(person: Person, sessionId: string): Promise<number> {
  await until(
    'the video',
    async () => {
      const { server_status } = await statusOf(person, sessionId);
      if (server_status !== 'PROCESSING' && server_status !== 'READY')
        throw new Error(`the recording became ${server_status}`);
      return server_status === 'READY';
    },
    COMPILES_TIMEOUT_MS,
  );
  const path = join(dataDir, 'media/dreams', sessionId, 'video.mp4');
  const { stdout } = await run(process.execPath, [PROBE, path], { maxBuffer: 1e8 });
  return (JSON.parse(stdout) as ProbedVideo).durationMs;
}

async function expectWholeVideo(person: Person, dream: LiveDream): Promise<void> {
  const length = await videoLength(person, dream.sessionId);
  expect(Math.abs(length - seenMs(dream))).toBeLessThanOrEqual(MAY_BE_LOST_MS);
}

function childrenNamed(server: RunningServer, name: string): Process[] {
  return canListProcesses ? childrenOf(server.pid).filter(({ command }) => command.includes(name)) : [];
}

const allGone = (processes: Process[]) =>
  until('the end of the processes that it had started', () => processes.every(({ pid }) => !isAlive(pid)));

/** Applies all of these to one server in turn; each fault hits the server that the previous one left. */
describe('on one box', () => {
  let server: RunningServer;
  let person: Person;
  let next: LiveDream | undefined;
  let kept: LiveDream | undefined;
  beforeAll(async () => {
    await makeFolder();
    server = await start();
    person = await signInAsAdmin(server);
  });
  afterAll(clear);
  async function startAgain(env: Record<string, string> = {}): Promise<void> {
    server = await start(env);
    person = again(server, person);
  }

  test('a server killed at a random moment of a dream has its video after the next start, and leaves no process behind', {
    timeout: 180_000 * ROUNDS,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const dream = await dreamFor(server, person, 16 + Math.floor(Math.random() * MAY_BE_SEEN));
      const children = canListProcesses ? childrenOf(server.pid) : [];
      if (canListProcesses) expect(children.length).toBeGreaterThan(0);
      await server.kill();
      await dream.viewer.closed;
      await allGone(children);

      await startAgain();
      const { job_status, server_status } = await statusOf(person, dream.sessionId);
      expect(['DONE', 'FAILED']).toContain(job_status);
      expect(['PROCESSING', 'READY']).toContain(server_status);
      await expectWholeVideo(person, dream);
      const list = (await person.call('GET', '/api/sessions')).json;
      expect(list.activeSession).toBeNull();
      expect(list.sessions.map((one: { server_status: string }) => one.server_status)).not.toContain(
        'PROCESSING',
      );
      expect((await person.call('GET', '/api/stream/check-access')).json).toMatchObject({ used: 0 });
    }
  });

  test('a killed embedded worker is reported to its viewer, its dream keeps its video, and a new worker starts', {
    timeout: 240_000,
  }, async (context) => {
    if (!canListProcesses) context.skip('the worker process can be found on Linux only');
    const dream = await dreamFor(server, person, 30);
    const [worker] = childrenNamed(server, 'worker.ts');
    if (!worker) throw new Error('no worker process was found');
    process.kill(worker.pid, 'SIGKILL');
    expect((await dream.viewer.closed).code).toBe(4002);
    expect(dream.viewer.events.items.at(-1)).toMatchObject({ type: 'status', job_status: 'FAILED' });
    expect(await person.connect()).toMatchObject({ sessionId: dream.sessionId, status: 'failed' });
    await expectWholeVideo(person, dream);
    next = await dreamFor(server, person, 5);
    expect(next.sessionId).not.toBe(dream.sessionId);
  });

  test('a server whose process group gets SIGTERM ends live dreams, keeps their recordings and exits with 0', {
    timeout: 240_000,
  }, async () => {
    // The dream on the new worker.
    const dream = next ?? (await dreamFor(server, person, 5));
    await untilSeen(dream.viewer, 40);
    const children = canListProcesses ? childrenOf(server.pid) : [];
    const before = server.output().length;
    // Like a service manager that signals every process of a service.
    for (const { pid } of children) for (const signal of STOP_SIGNALS) process.kill(pid, signal);
    await untilSeen(dream.viewer, dream.viewer.frames.items.length + 16);
    process.kill(-server.pid, 'SIGINT');
    expect(await server.exited).toBe(0);
    expect(await dream.viewer.closed).toMatchObject({ code: 1000 });
    expect(server.output().slice(before)).not.toMatch(/worker ended|generator failed/);
    await allGone(children);
    await startAgain(COMPILES_ONLY);
    expect(await statusOf(person, dream.sessionId)).toMatchObject({ job_status: 'DONE' });
    kept = dream;
  });

  test('a server killed while compiling has the video after the next start; a dream without a frame is one failure, reported once, without a recording', {
    timeout: 240_000,
  }, async () => {
    const dream = kept as LiveDream;
    const compiling = await until(
      'the compile process',
      async () => {
        const found = childrenNamed(server, 'compile-child');
        const isOver = (await statusOf(person, dream.sessionId)).server_status === 'READY';
        return (found.length > 0 || isOver || !canListProcesses) && found;
      },
      undefined,
      5,
    );
    const { sessionId } = await person.connect();
    await server.kill();
    await allGone(compiling);
    await startAgain(COMPILES_ONLY);
    expect(await statusOf(person, sessionId)).toMatchObject({ job_status: 'FAILED', server_status: null });
    expect(await person.connect()).toMatchObject({ sessionId, status: 'failed', error: expect.any(String) });
    expect(await person.connect()).toMatchObject({ status: 'queued', queuePosition: 1 });
    await expectWholeVideo(person, dream);
  });
});

longDescribe('a server killed', () => {
  standAlone();
  test('while compiling, more often than a job may fail, has the video after the next start', {
    timeout: 240_000,
  }, async (context) => {
    if (!canListProcesses) context.skip('the compile process can be found on Linux only');
    let server = await start();
    const person = await signInAsAdmin(server);
    const dream = await dreamFor(server, person, 50);
    const seen = seenMs(dream);
    await person.call('POST', '/api/stream/end', { sessionId: dream.sessionId });
    for (let kill = 1; kill <= COMPILE_KILLS; kill += 1) {
      const compiling = await until('the compile process', () => {
        const found = childrenNamed(server, 'compile-child');
        return found.length > 0 && found;
      });
      await server.kill();
      await allGone(compiling);
      server = await start(COMPILES_ONLY);
    }
    const next = again(server, person);
    expect(await statusOf(next, dream.sessionId)).toMatchObject({ job_status: 'DONE' });
    const length = await videoLength(next, dream.sessionId);
    expect(length).toBeGreaterThanOrEqual(seen - MAY_BE_LOST_MS);
  });
});

longDescribe('a tape damaged while the server was down', () => {
  standAlone();
  test('becomes a video of its readable part, and is reported and kept', { timeout: 120_000 }, async () => {
    const server = await start();
    const person = await signInAsAdmin(server);
    const dream = await dreamFor(server, person, 60);
    await server.kill();
    const frames = join(dataDir, 'tapes', dream.sessionId, 'frames.tape');
    const bytes = await readFile(frames);
    // Its header, a tenth in the middle, and garbage at the end.
    bytes.fill(0xa5, 0, 16);
    bytes.fill(0, Math.floor(bytes.length * 0.45), Math.floor(bytes.length * 0.55));
    await writeFile(frames, Buffer.concat([bytes, Buffer.alloc(9_000, 'rubbish')]));

    const next = await start(COMPILES_ONLY);
    const length = await videoLength(again(next, person), dream.sessionId);
    expect(length).toBeGreaterThanOrEqual(seenMs(dream) - MAY_BE_LOST_MS);
    await until('the warning', () => next.output().includes('a tape was damaged'));
    const kept = join(dataDir, 'tapes/.damaged', dream.sessionId, 'frames.tape');
    expect((await readFile(kept)).length).toBe(bytes.length + 9_000);
  });
});

longDescribe('a full disk', () => {
  standAlone();
  test('doesn’t affect the live stream; the operator is notified and the beginning is kept', {
    timeout: 240_000,
  }, async (context) => {
    const tapes = join(dataDir, 'tapes');
    await mkdir(tapes);
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tapes]);
    } catch (error) {
      console.log(
        `a small disk could not be mounted, so a full one was not tried: ${(error as Error).message}`,
      );
      context.skip('mount is not permitted here');
    }
    try {
      const server = await start();
      const person = await signInAsAdmin(server);
      const dream = await dreamFor(server, person, 16);
      await until('the disk to be full', () =>
        server.output().includes('recording is paused; the stream continues'),
      );
      const seen = dream.viewer.frames.items.length;
      await until('pictures after that', () => dream.viewer.frames.items.length >= seen + 32);
      dream.viewer.send({ type: 'end' });
      expect((await dream.viewer.closed).code).toBe(1000);
      expect(await statusOf(person, dream.sessionId)).toMatchObject({ job_status: 'DONE' });
      // Recording has stopped, and the video waits for disk space.
      await until('the compile to wait', () => server.output().includes('a job waits'));
      await run('mount', ['-o', 'remount,size=64m', tapes]);
      const length = await videoLength(person, dream.sessionId);
      expect(length).toBeGreaterThan(300);
      expect(length).toBeLessThan(seenMs(dream));
      await server.stop();
    } finally {
      await run('umount', ['-l', tapes]);
    }
  });
});

describe('bad settings', () => {
  standAlone();
  test('stop the start with one message that lists every fault', async () => {
    const fault = await start({
      PORT: 'abc',
      PUBLIC_URL: 'https://dreams.example/path',
      OIDC_ISSUER: 'http://',
      WORKERS: 'many',
      STREAM_SECONDS: '0',
      LOG_LEVEL: 'loud',
      WORKER_TOKEN: 'short',
      ADMIN_EMAILS: 'nobody',
    }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    expect(fault).toMatch(/ended with exit code 1/);
    expect(fault.match(/Some settings are wrong/g)).toHaveLength(1);
    for (const name of [
      'PORT',
      'PUBLIC_URL',
      'OIDC_ISSUER',
      'WORKERS',
      'STREAM_SECONDS',
      'LOG_LEVEL',
      'WORKER_TOKEN',
      'ADMIN_EMAILS',
    ]) {
      expect(fault).toMatch(new RegExp(`^  - ${name}: .+`, 'm'));
    }
    expect(fault).not.toMatch(/\bat .*\.ts:\d|short/);
  });
});
