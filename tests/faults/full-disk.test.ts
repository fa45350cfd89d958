import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mountSmallDisk } from '../../modules/kit/testing/small-disk.ts';
import type { ViewerEvent } from '../../modules/protocol/viewer-messages.ts';
import { longDescribe } from '../long-test.ts';
import { openPeople } from '../people.ts';
import { type RunningServer, startServer } from '../server.ts';
import { openViewer } from '../wire/fake-viewer.ts';
import { connectWorker, type FakeWorker, smallPicture, WORKER_TOKEN } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { createPerson, type Person, signInAsAdmin } from '../wire/person.ts';

/** Number and length of dreams that share a disk with space for only a few: `DISK_DREAMS=24 DISK_SECONDS=60`. */
const DREAMS = Number(process.env.DISK_DREAMS ?? 6);
const SECONDS = Number(process.env.DISK_SECONDS ?? 5);
/** In MiB: 900 for one-minute dreams. */
const DISK_MIB = SECONDS * 15;
const PATIENCE_MS = 60_000;
/** Stays within the rate limit for connect calls. */
const ASK_AGAIN_MS = 500;

let dataDir: string;
let unmount: (() => void) | null;
let server: RunningServer;

/** Runs a group of tests on a server whose data folder is on its own disk. */
function standsOnDisk(size: string, env: Record<string, string>): void {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'reverie-full-disk-'));
    unmount = mountSmallDisk(dataDir, size);
    if (unmount) server = await startServer({ dataDir, env: { WORKERS: 'fleet', WORKER_TOKEN, ...env } });
  });
  afterAll(async () => {
    if (unmount) await server.kill();
    unmount?.();
    await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach((context) => {
    if (!unmount) context.skip('mount is not permitted here, so no small disk was tried');
  });
}

const isRecorded = (recorded: boolean) => (event: ViewerEvent) =>
  event.type === 'status' && (event.recording ?? true) === recorded;
const filler = () => join(dataDir, 'of-others');
/** Uses up every remaining byte. */
function fill(): void {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${filler()}`, 'bs=4k', 'oflag=append', 'conv=notrunc'], {
      stdio: 'ignore',
    });
  } catch {
    // Fails once nothing more fits.
  }
}

const statusOf = async (person: Person, sessionId: string): Promise<string> =>
  (await person.call('GET', `/api/stream/status?sessionId=${sessionId}`)).json.server_status;
const readiness = async () => (await createPerson(server).call('GET', '/readyz')).status;

describe('a disk filled by other files', () => {
  standsOnDisk('160m', { STREAM_SECONDS: '30' });
  let admin: Person;
  /** A dream whose files are on the disk when it is filled again. */
  let dreamt: string;

  test('for three seconds of a dream loses nothing, and is reported', { timeout: 120_000 }, async () => {
    admin = await signInAsAdmin(server);
    const worker = await connectWorker(server, { jpeg: smallPicture });
    const { sessionId, websocketUrl } = await admin.connectUntilReady();
    const viewer = await openViewer(websocketUrl);
    viewer.send({ type: 'prompt', text: 'a flood' });
    await worker.reported('prompt');
    worker.stream();
    await viewer.frames.find('frame 16', ({ frameId }) => frameId === 16);
    expect(await readiness()).toBe(200);

    fill();
    expect(await readiness()).toBe(503);
    await viewer.events.find('that nothing is recorded', isRecorded(false));
    const refusedFrom = viewer.events.items.length;
    const since = Date.now();
    await until('three seconds of pictures', () => Date.now() - since > 3_000);
    await rm(filler());
    await viewer.events.find('the recording', isRecorded(true), refusedFrom);
    await until('readiness', async () => (await readiness()) === 200);
    const after = viewer.frames.items.length;
    await until('a second more', () => viewer.frames.items.length >= after + 16);
    const { items } = viewer.frames;
    const seenMs = (items.at(-1)?.timestamp ?? 0) - (items[0]?.timestamp ?? 0);
    viewer.send({ type: 'end' });
    expect((await viewer.closed).code).toBe(1000);
    await until('the video', async () => (await statusOf(admin, sessionId)) === 'READY', PATIENCE_MS);
    const { duration_seconds } = (await admin.call('GET', `/api/sessions/${sessionId}`)).json;
    expect(Math.abs(duration_seconds * 1000 - seenMs)).toBeLessThanOrEqual(500);
    for (const said of [
      'the disk is full',
      'recording is paused',
      'recording has resumed',
      'the disk has room again',
    ])
      expect(server.output()).toContain(said);
    worker.close();
    dreamt = sessionId;
  });

  test('to the last byte is reported to people who sign in, and can be emptied', {
    timeout: 120_000,
  }, async () => {
    // Fill the disk again, since the program then releases its reserve.
    fill();
    await until(
      'the reserve to be given up',
      async () => (await readdir(dataDir)).includes('reserved-room') === false,
    );
    fill();
    const visitor = createPerson(server);
    const call = await visitor.call('POST', '/api/auth/email', { email: 'somebody@example.com' });
    expect({ status: call.status, json: call.json }).toEqual({
      status: 503,
      json: {
        error: expect.stringMatching(/^The (server’s disk is full|mail could not be sent)/),
        code: expect.stringMatching(/^(disk-full|mail)$/),
      },
    });
    expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0);
    const page = await visitor.call('POST', '/auth/signin', 'email=somebody%40example.com', {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      origin: server.url,
    });
    expect(page.status).toBe(503);
    expect(page.text).toMatch(/The (server’s disk is full|mail could not be sent)/);
    const refused = await admin.call('POST', '/api/stream/connect', {});
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await rm(filler());

    // Fill the disk only once, so that deleting can use the reserve.
    await until('room', async () => (await readiness()) === 200);
    await until('the reserve', async () => (await readdir(dataDir)).includes('reserved-room'));
    fill();
    await until(
      'the reserve to be given up',
      async () => !(await readdir(dataDir)).includes('reserved-room'),
    );
    const hidden = await admin.call('PATCH', '/api/sessions/hide', { session_ids: [dreamt] });
    expect(hidden.status).toBe(200);
    // It was deleted only today, and a full disk is no reason to purge it early.
    expect((await admin.call('POST', '/api/admin/purge-hidden')).json).toEqual({ purged: 0 });
    const everything = { everything: 'empty every trash' };
    expect((await admin.call('POST', '/api/admin/purge-hidden', everything)).json).toEqual({ purged: 1 });
    expect(await readdir(join(dataDir, 'media')).catch(() => [])).toEqual([]);
    await rm(filler());
    await until('readiness', async () => (await readiness()) === 200);
  });
});

longDescribe('a disk too small for everyone', () => {
  standsOnDisk(`${DISK_MIB}m`, { STREAM_SECONDS: String(SECONDS) });

  test('admits as many dreams as fit, and each of them gets its video', {
    timeout: 600_000,
  }, async (context) => {
    const people = await openPeople(dataDir);
    const dreamers = await Promise.all(
      Array.from({ length: DREAMS }, async () => {
        const { name, value } = await people.cookie(await people.create('premium'), server.url);
        return createPerson(server, `${name}=${value}`);
      }),
    );
    await people.close();
    const detailed = await noise();
    const workers = await Promise.all(dreamers.map(() => connectWorker(server)));
    for (const worker of workers) drawOnDemand(worker, detailed);
    let waited = 0;
    let together = 0;
    let most = 0;

    /** Waits in the queue until there is space, then dreams to the end. @returns the dream's id */
    async function dreamOnce(person: Person): Promise<string> {
      for (let ready = false; !ready; ) {
        const { status, json } = await person.call('POST', '/api/stream/connect', {});
        ready = status === 200 && json.ready;
        if (ready) break;
        if (status !== 200)
          expect(json).toEqual({ error: expect.stringMatching(/no room left/), code: 'disk-full' });
        if (/no (room|space)/.test(json.note ?? json.error)) waited += 1;
        await sleep(ASK_AGAIN_MS);
      }
      together += 1;
      most = Math.max(most, together);
      const { sessionId, websocketUrl } = await person.connectUntilReady();
      const viewer = await openViewer(websocketUrl);
      viewer.send({ type: 'prompt', text: 'a crowd' });
      await viewer.closed;
      together -= 1;
      return sessionId;
    }
    const dreams = await Promise.all(
      dreamers.map(async (person) => ({ person, id: await dreamOnce(person) })),
    );
    expect(waited).toBeGreaterThan(0);
    expect(most).toBeLessThan(DREAMS);
    for (const { person, id } of dreams) {
      await until(
        'the video',
        async () => {
          const status = await statusOf(person, id);
          if (status !== 'PROCESSING' && status !== 'READY')
            throw new Error(`the recording became ${status}`);
          return status === 'READY';
        },
        300_000,
      );
    }
    expect(server.output()).not.toContain('recording is paused');
    context.annotate(
      `${DREAMS} dreams of ${SECONDS} s on ${DISK_MIB} MiB: ${most} at once, ${waited} times no room`,
    );
    for (const worker of workers) worker.close();
  });
});

/** An incompressible image. */
const noise = () =>
  sharp({
    create: {
      width: 640,
      height: 360,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 75 })
    .toBuffer();

/** Has a worker send this image in each of its dreams, from prompt to end. */
function drawOnDemand(worker: FakeWorker, jpeg: Uint8Array): void {
  const timer = setInterval(() => {
    const last = worker.messages.items.findLast(({ type }) => type === 'prompt' || type === 'stop');
    if (last?.type === 'prompt') worker.frame(undefined, jpeg);
  }, 1000 / 16);
  void worker.closed.then(() => clearInterval(timer));
}
