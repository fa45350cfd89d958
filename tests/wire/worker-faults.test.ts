import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { encodeFrame } from '../../modules/protocol/frame.ts';
import { readOutbox } from '../outbox.ts';
import { startServer } from '../server.ts';
import { openViewer, upgradeAnswer } from './fake-viewer.ts';
import { connectWorker, HELLO, picture, smallPicture, WORKER_TOKEN } from './fake-worker.ts';
import { until } from './inbox.ts';
import { createPerson, signInAsAdmin } from './person.ts';
import { openStage, type Stage } from './stage.ts';
import { startWorkerProcess } from './worker-process.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => stage.clear());
afterAll(() => stage.dispose());

const status = async (sessionId: string) =>
  (await stage.admin.call('GET', `/api/stream/status?sessionId=${sessionId}`)).json;

/** A frame message with changed header bytes. */
function frameWith(changes: Record<number, number>, frameId = 100): Uint8Array {
  const frame = encodeFrame({ id: frameId, at: Date.now() }, picture);
  for (const [at, value] of Object.entries(changes)) frame[Number(at)] = value;
  return frame;
}

describe('a worker that connects', () => {
  test('needs the right token', async () => {
    const url = `${stage.server.url.replace(/^http/, 'ws')}/worker`;
    const given = ['', 'Bearer', 'Bearer ', `Bearer ${WORKER_TOKEN}x`, `Basic ${WORKER_TOKEN}`, WORKER_TOKEN];
    for (const authorization of given) {
      expect((await upgradeAnswer(url, authorization ? { authorization } : {})).status).toBe(401);
    }
    expect((await upgradeAnswer(`${url}?token=${WORKER_TOKEN}`)).status).toBe(401);
    expect((await upgradeAnswer(url, { authorization: `Bearer ${WORKER_TOKEN}` })).status).toBe(101);
  });

  test('exits with a message if its token is wrong, and is accepted if it is right', async () => {
    const stranger = await startWorkerProcess(stage.server.url, { WORKER_TOKEN: `${WORKER_TOKEN}-another` });
    expect(await stranger.ended).toBe(1);
    expect(stranger.output().trim().split('\n').at(-1)).toMatch(
      /^The relay at ws:.* rejects this worker’s token\. Set WORKER_TOKEN to /,
    );
    expect(stranger.output()).not.toContain(WORKER_TOKEN);
    await stranger.dispose();
    const own = await startWorkerProcess(stage.server.url, {});
    await until('it says so', () => own.output().includes('connected to the relay'));
    await own.dispose();
  });

  test.each([
    ['another protocol', { ...HELLO, protocol: 2 }, /protocol 1/],
    ['no name', { ...HELLO, worker_id: '' }, /worker_id/],
    ['a control character in its name', { ...HELLO, worker_id: 'a\u0000' }, /worker_id/],
    ['a picture without a size', { ...HELLO, width: 0 }, /width/],
    ['no speed', { ...HELLO, fps: undefined }, /fps/],
    ['something else first', { type: 'ready' }, /hello/],
    ['an unknown word', { type: 'dance' }, /\w/],
    ['no JSON', 'hello', /JSON/],
    ['a picture', frameWith({}), /hello/],
  ])('is disconnected with the reason if it sends %s', async (_, hello, reason) => {
    const worker = await stage.worker({ hello: null });
    worker.send(hello);
    const closed = await worker.closed;
    expect(closed.code).toBe(1008);
    expect(closed.reason).toMatch(reason);
  });

  test('may send one hello, but not two', async () => {
    const worker = await stage.worker();
    worker.send(HELLO);
    expect(await worker.closed).toMatchObject({ code: 1008, reason: expect.stringMatching(/twice/) });
  });
});

describe('a worker that fails', () => {
  const FAULT = { type: 'error', message: 'CUDA at 10.0.0.7 is full', text: 'The engine is out of memory.' };

  test('ends its dream with its message, and pauses while the next dream waits and shows why', async () => {
    const { viewer, worker } = await stage.liveDream();
    worker.send(FAULT);
    expect(await viewer.closed).toEqual({ code: 4002, reason: 'The engine is out of memory.' });
    expect(await stage.admin.connect()).toMatchObject({
      status: 'failed',
      error: 'The engine is out of memory.',
    });
    const waits = await stage.admin.connect();
    expect(waits).toMatchObject({ status: 'queued', note: expect.stringMatching(/keep your place/) });
    const { workers, waiting } = (
      await stage.admin.call('POST', '/api/admin/worker-data', { action: 'getWorkers' })
    ).json;
    expect(workers).toContainEqual(
      expect.objectContaining({ worker_id: 'fake', state: 'resting', note: FAULT.message }),
    );
    expect(waiting.reason).toContain(FAULT.message);
    // retried automatically; another worker would take the dream immediately
    await stage.admin.connectUntilReady();
    expect(await worker.reported('start', 4)).toBeTruthy();
  });

  test('is shown as loading, with its message, until it can render', async () => {
    const worker = await stage.worker({ manners: false });
    await stage.admin.connect();
    await worker.reported('start');
    worker.send({ type: 'loading', text: 'The engine can’t be reached. Trying again.' });
    const look = async () => {
      const answer = await stage.admin.call('POST', '/api/admin/worker-data', { action: 'getWorkers' });
      return answer.json.workers.find(({ worker_id }: { worker_id: string }) => worker_id === 'fake');
    };
    const words = 'The engine can’t be reached. Trying again.';
    await expect.poll(look).toMatchObject({ state: 'loading', note: words });
    worker.send({ type: 'ready' });
    await expect.poll(look).toMatchObject({ state: 'drawing', note: null });
  });

  test('renders for an operator’s test, and the image is shown', async () => {
    const asked = () => stage.admin.call('POST', '/api/admin/setup-data', { action: 'test', part: 'engine' });
    expect((await asked()).json.findings).toEqual([
      { level: 'warning', text: 'no worker is connected', cure: expect.any(String) },
    ]);
    // a connected painter must not be tested instead
    await stage.worker({ hello: { ...HELLO, worker_id: 'painter', generator: 'demo' }, manners: false });
    const worker = await stage.worker({
      onMessage: ({ type }) => void (type === 'prompt' && setTimeout(() => worker.frame(1), 0)),
    });
    const { findings } = (await asked()).json;
    expect(findings).toEqual([
      {
        level: 'ok',
        text: expect.stringMatching(/^fake \(1\) drew this picture in \d+\.\d s$/),
        cure: null,
        picture: Buffer.from(picture).toString('base64'),
      },
    ]);
    const mute = await stage.worker({
      manners: false,
      onMessage({ type }) {
        if (type === 'start') mute.send(FAULT);
        if (type === 'stop') mute.send({ type: 'stopped' });
      },
    });
    worker.terminate();
    await worker.closed;
    expect((await asked()).json.findings).toEqual([
      { level: 'error', text: 'fake (1) didn’t draw', quote: FAULT.message, cure: expect.any(String) },
    ]);
  });
});

describe('a dream whose worker', () => {
  test.each<[string, string | Uint8Array | Record<string, unknown>, RegExp]>([
    ['sends no JSON', 'picture?', /JSON/],
    ['sends half a JSON text', '{"type":', /JSON/],
    ['sends an unknown word', { type: 'dance' }, /\w/],
    ['says hello again', HELLO, /twice/],
    ['acknowledges without a frame', { type: 'prompt_ack', id: 'first' }, /frame_id/],
    [
      'has more to say of a prompt than people read',
      { type: 'prompt_ack', id: 'first', frame_id: 1, text: 'x'.repeat(201) },
      /text/,
    ],
    ['sends a long text', { type: 'error', message: 'x'.repeat(70_000) }, /long/],
    ['sends another frame version', frameWith({ 0: 2 }), /version/],
    ['sends another codec', frameWith({ 2: 1 }), /codec/],
    ['sends another layer', frameWith({ 3: 1 }), /layer/],
    ['sends no JPEG', frameWith({ 16: 0 }), /JPEG/],
    ['sends a header only', frameWith({}).subarray(0, 16), /short/],
    ['sends five bytes', new Uint8Array(5), /short/],
    ['sends no bytes', new Uint8Array(0), /short/],
    ['sends a frame of no time', frameWith({ 8: 0x7f, 9: 0xf8 }), /timestamp/],
    ['sends an older frame', frameWith({}, 0), /came after/],
    ['sends the same frame id again', frameWith({}, 1), /came after/],
    ['sends a huge frame', encodeFrame({ id: 9, at: 0 }, new Uint8Array(5e6)), /larg/],
  ])('%s fails cleanly and keeps its recording', async (_, fault, reason) => {
    const { sessionId, viewer, worker } = await stage.liveDream();
    worker.send(fault);
    const closed = await worker.closed;
    expect(closed.code).toBe(1008);
    expect(closed.reason).toMatch(reason);
    expect(await viewer.closed).toMatchObject({ code: 4002, reason: 'Session failed unexpectedly.' });
    expect(viewer.events.items.at(-1)).toMatchObject({ type: 'status', job_status: 'FAILED' });
    expect((await status(sessionId)).server_status).toMatch(/PROCESSING|READY/);
  });

  test('dies notifies its viewer at once; the frames so far become its video', async () => {
    const { sessionId, viewer, worker } = await stage.liveDream();
    for (let id = 2; id <= 20; id++) worker.frame(id);
    await viewer.frames.find('frame 20', ({ frameId }) => frameId === 20);
    worker.terminate();
    expect((await viewer.closed).code).toBe(4002);
    expect(await stage.admin.untilRecorded(sessionId)).toEqual({
      job_status: 'FAILED',
      time_left: 0,
      server_status: 'READY',
      counted: false,
    });
    const video = await stage.admin.call('GET', `/api/sessions/${sessionId}/video`);
    expect(video).toMatchObject({ status: 200 });
  });

  test.each([
    [{}, true, 'Made by AI', 'trainedAlgorithmicMedia'],
    [{ ai: false, model: 'none', licence: 'MIT' }, false, 'Made by a program', 'algorithmicMedia'],
  ])('describes itself as %j is recorded that way in its dreams', async (about, ai, words, term) => {
    const { sessionId, viewer, worker } = await stage.liveDream({
      worker: { hello: { ...HELLO, ...about }, jpeg: smallPicture },
    });
    expect(await viewer.event('generator')).toMatchObject({ ai });
    worker.terminate();
    await stage.admin.untilRecorded(sessionId);
    const detail = await stage.admin.call('GET', `/api/sessions/${sessionId}`);
    expect(detail.json).toMatchObject({ is_ai: ai });
    const page = await fetch(`${stage.server.url}/api/d/${sessionId}`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain(
      `property="og:description" content="A dream made with Reverie. ${words}."`,
    );
    for (const file of ['mp4', 'jpg']) {
      const bytes = await fetch(`${stage.server.url}/api/d/${sessionId}.${file}`);
      expect(await bytes.text()).toContain(`digitalsourcetype/${term}<`);
    }
  });

  test('reports an error ends as failed, and the worker may serve other dreams', async () => {
    const { sessionId, viewer, worker } = await stage.liveDream();
    worker.send({ type: 'error', message: 'out of memory' });
    expect((await viewer.closed).code).toBe(4002);
    expect(await worker.reported('stop')).toMatchObject({ reason: 'generator-failed' });
    expect(await stage.admin.connect(sessionId)).toMatchObject({ status: 'failed' });
    const next = await stage.admin.connectUntilReady();
    expect(next.sessionId).not.toBe(sessionId);
    expect(await worker.messages.find('the next start', isStartOf(next.sessionId))).toBeTruthy();
  });

  test('stops unasked ends as failed; the answer to its stop doesn’t end the next dream', async () => {
    const { sessionId, viewer, worker } = await stage.liveDream();
    worker.send({ type: 'stopped' });
    expect((await viewer.closed).code).toBe(4002);
    expect(await stage.admin.connect(sessionId)).toMatchObject({ status: 'failed' });
    const next = await stage.admin.connectUntilReady();
    const second = await stage.viewer(next.websocketUrl);
    second.send('a quiet sea');
    await second.event('prompt_ack');
    expect(await stage.admin.connect()).toMatchObject({ sessionId: next.sessionId, status: 'ready' });
  });

  test('renders before the first prompt neither shows nor keeps these frames', async () => {
    const { sessionId, viewer, worker } = await stage.dream();
    worker.frame(900);
    worker.frame(901);
    // Sent after the frames on the same connection, so that they have arrived before the prompt.
    worker.send({ type: 'loading', progress: 1, text: 'Drawn too early' });
    expect(await viewer.event('loading')).toMatchObject({ text: 'Drawn too early' });
    viewer.send('a quiet sea');
    await worker.reported('prompt');
    worker.frame(3);
    expect(await viewer.frames.find('a picture', () => true)).toMatchObject({ frameId: 3 });
    expect((await status(sessionId)).job_status).toBe('RUNNING');
  });

  test('reports the progress of its models', async () => {
    const { viewer, worker } = await stage.dream({ worker: { manners: false } });
    worker.send({ type: 'loading', progress: 0.4, text: 'Loading models' });
    expect(await viewer.event('loading')).toEqual({ type: 'loading', progress: 0.4, text: 'Loading models' });
  });
});

const isStartOf = (sessionId: string) => (message: { type: string; session_id?: string }) =>
  message.type === 'start' && message.session_id === sessionId;

test('a drain and the mail about a repeatedly failing worker survive a restart of the server', async () => {
  const env = { WORKERS: 'fleet', WORKER_TOKEN, LOG_LEVEL: 'warn' };
  let server = await startServer({ env });
  const { cookie } = await signInAsAdmin(server);
  const admin = () => createPerson(server, cookie);
  const restart = async () => {
    await server.kill();
    server = await startServer({ env, dataDir: server.dataDir });
  };
  const mails = async () =>
    (await readOutbox(server.dataDir))
      .flatMap((mail) => /^Subject: (The worker.*)$/m.exec(mail)?.[1] ?? [])
      .toSorted();
  const rowOf = async (workerId: string) => {
    const { json } = await admin().call('POST', '/api/admin/worker-data', { action: 'getWorkers' });
    return json.workers.find(({ worker_id }: { worker_id: string }) => worker_id === workerId);
  };
  const change = (action: string, workerId: string) =>
    admin().call('POST', '/api/admin/worker-data', { action, workerId });
  const named = (workerId: string) => ({ hello: { ...HELLO, worker_id: workerId } });
  try {
    await connectWorker(server, named('spare'));
    expect((await change('drain', 'spare')).status).toBe(200);
    // Disconnects three times before its first frame.
    for (let failure = 1; failure <= 3; failure++) {
      const worker = await connectWorker(server, { ...named('frail'), manners: false });
      await admin().connect();
      await worker.reported('start');
      worker.terminate();
      await until('a dream that waits', async () => (await admin().connect()).status === 'queued');
    }
    await expect.poll(mails).toEqual(['The worker frail keeps failing']);
    await restart();
    await connectWorker(server, named('spare'));
    await expect.poll(() => rowOf('spare')).toMatchObject({ state: 'idle', draining: true });
    // The waiting dream failed when the server went away, and reports that once.
    await admin().connect();
    const worker = await connectWorker(server, named('frail'));
    const { sessionId, websocketUrl } = await admin().connectUntilReady();
    expect(await rowOf('spare')).toMatchObject({ state: 'idle', draining: true });
    const viewer = await openViewer(websocketUrl);
    viewer.send({ type: 'prompt', id: 'one', text: 'a quiet sea' });
    await worker.reported('prompt');
    worker.frame();
    await viewer.frames.find('a picture', () => true);
    await admin().call('POST', '/api/stream/end', { sessionId });
    await expect.poll(mails).toEqual(['The worker frail keeps failing', 'The worker frail works again']);
    expect((await change('resume', 'spare')).status).toBe(200);
    await restart();
    await connectWorker(server, named('spare'));
    await expect.poll(() => rowOf('spare')).toMatchObject({ draining: false });
  } finally {
    await server.dispose();
  }
}, 60_000);
