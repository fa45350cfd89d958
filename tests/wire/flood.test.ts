import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { encodeFrame } from '../../modules/protocol/frame.ts';
import type { FakeViewer } from './fake-viewer.ts';
import { type FakeWorker, HELLO, picture } from './fake-worker.ts';
import { until } from './inbox.ts';
import { signInByMail } from './person.ts';
import { openStage, type Stage } from './stage.ts';

const MESSAGES = 10_000;
/** A worker's connection closes at its first fault, so each sends its share of them. */
const WORKER_SOCKETS = 50;
/** 1.5 s of frames, on a machine that also sends the flood. */
const MAX_LEFT_OUT = 24;

let stage: Stage;
let healthy: { viewer: FakeViewer; worker: FakeWorker };
beforeAll(async () => {
  stage = await openStage({ LOG_LEVEL: 'error' });
  const neighbour = await signInByMail(stage.server, 'neighbour@example.com');
  const worker = await stage.worker();
  const { websocketUrl } = await neighbour.connectUntilReady();
  const viewer = await stage.viewer(websocketUrl);
  viewer.send('a quiet sea');
  await worker.reported('prompt');
  worker.stream();
  await viewer.frames.find('the first picture', () => true);
  healthy = { viewer, worker };
});
/** Workers of the flooded dreams. One left over from a failed test would take the next test's dream. */
const flooded: FakeWorker[] = [];
afterEach(() => {
  for (const worker of flooded.splice(0)) worker.terminate();
});
afterEach(expectHealthy);
afterAll(() => stage.dispose());

async function dream() {
  const opened = await stage.dream();
  flooded.push(opened.worker);
  return opened;
}

/** Expects the other stream to continue without a long gap. */
async function expectHealthy(): Promise<void> {
  const { frames } = healthy.viewer;
  const now = frames.items.length;
  await until('pictures after the flood', () => frames.items.length > now + 5);
  const gaps = frames.items.slice(1).map(({ frameId }, at) => frameId - (frames.items[at]?.frameId ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(MAX_LEFT_OUT);
}

/** Deterministic, so that a fault can be reproduced. */
function createDice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const STEMS = [
  '{"type":"prompt","id":"x","text":"a sea"}',
  '{"type":"ack","frame_id":5,"timestamp":1,"server_timestamp":2}',
  '{"type":"end"',
  '[[[[[[[[',
  '{"__proto__":{"type":"end"}}',
  '{"type":["end"]}',
  '\u0000\u0001\ufffe{"type":"end"}',
  '{"type":"ack","frame_id":1e999,"timestamp":null}',
];

/** An invalid or at least meaningless message. */
function malformed(dice: (below: number) => number): string | Uint8Array {
  if (dice(4) === 0) return Uint8Array.from({ length: dice(64) }, () => dice(256));
  const letters = [...(STEMS[dice(STEMS.length)] ?? '')];
  for (let changes = 1 + dice(3); changes > 0; changes--) {
    letters[dice(letters.length)] = String.fromCharCode(32 + dice(900));
  }
  const text = letters.join('');
  // If it's still valid, `end` would rightly end the dream.
  return text.includes('"end"') ? `[${text}` : text;
}

describe('while another stream runs', () => {
  test(`a viewer that sends ${MESSAGES} malformed messages keeps its socket and harms no one`, async () => {
    const { viewer, worker } = await dream();
    const dice = createDice(1);
    for (let sent = 0; sent < MESSAGES; sent++) {
      viewer.send(malformed(dice));
      if (sent % 200 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    viewer.send({ type: 'prompt', id: 'dry', text: '' });
    await viewer.events.find('an answer', (event) => event.type === 'error' && /character/.test(event.error));
    viewer.send({ type: 'end' });
    expect((await viewer.closed).code).toBe(1000);
    await worker.reported('stop');
    // Otherwise it takes the next dream.
    worker.terminate();
  });

  test(`workers that send ${MESSAGES} malformed messages and mutated frames are dropped and harm no one`, async () => {
    const dice = createDice(2);
    for (let round = 0; round < WORKER_SOCKETS; round++) {
      const worker = await stage.worker({ hello: round % 3 === 0 ? null : HELLO });
      for (let sent = 0; sent < MESSAGES / WORKER_SOCKETS; sent++) {
        worker.send(dice(2) === 0 ? malformed(dice) : mutatedFrame(dice));
      }
      worker.send(HELLO);
      worker.send(HELLO);
      expect((await worker.closed).code).toBe(1008);
    }
  });

  test('a viewer that sends 2,000 long prompts has thirty accepted and harms no one', async () => {
    const { viewer, worker } = await dream();
    const text = 'a quiet sea under the stars '.repeat(35);
    const began = performance.now();
    for (let sent = 0; sent < 2_000; sent++) viewer.send({ type: 'prompt', id: `p${sent}`, text });
    viewer.send('[');
    await viewer.events.find(
      'the last answer',
      (event) => event.type === 'error' && /JSON/.test(event.error),
    );
    // Plus three for each second that a busy machine takes to send them.
    const most = 30 + Math.ceil(((performance.now() - began) / 1000) * 3);
    const received = () => viewer.events.items.filter(({ type }) => type === 'prompt_received').length;
    await until('thirty prompts', () => received() >= 30);
    viewer.send({ type: 'end' });
    expect((await viewer.closed).code).toBe(1000);
    expect(received()).toBeLessThanOrEqual(most);
    worker.terminate();
  });

  test('a viewer that sends megabytes is disconnected, and may come back', async () => {
    const { viewer, worker } = await dream();
    for (let sent = 0; sent < 100; sent++) viewer.send(`["${'x'.repeat(60_000)}"]`);
    expect(await viewer.closed).toEqual({ code: 1008, reason: 'Too many messages.' });
    const { websocketUrl } = await stage.admin.connectUntilReady();
    const again = await stage.viewer(websocketUrl);
    again.send({ type: 'end' });
    expect((await again.closed).code).toBe(1000);
    worker.terminate();
  });

  const HEAVY = new Uint8Array(4_000_000);
  HEAVY.set(picture);
  test.each<[string, Uint8Array, number, RegExp]>([
    ['500 pictures a second', picture, 500, /frames a second/],
    ['pictures of 4 MB', HEAVY, 40, /bytes a second/],
  ])(
    'a worker that sends %s is thinned out, then dropped; its dream keeps its recording',
    async (_, jpeg, rate, reason) => {
      const { sessionId, viewer, worker } = await stage.liveDream();
      const began = performance.now();
      const flood = setInterval(() => {
        for (let sent = 0; sent < rate / 20; sent++) worker.frame(undefined, jpeg);
      }, 50);
      const closed = await worker.closed;
      clearInterval(flood);
      const seconds = (performance.now() - began) / 1000;
      expect(closed).toMatchObject({ code: 1008, reason: expect.stringMatching(reason) });
      expect((await viewer.closed).code).toBe(4002);
      expect(viewer.frames.items.length).toBeLessThanOrEqual(1 + 32 + seconds * 16.8 + 1);
      const bytes = viewer.frames.items.reduce((sum, { message }) => sum + message.length, 0);
      expect(bytes).toBeLessThan(24 * 1024 * 1024);
      expect(await stage.admin.connect(sessionId)).toMatchObject({ status: 'failed' });
      const { json } = await stage.admin.call('GET', `/api/stream/status?sessionId=${sessionId}`);
      expect(json.server_status).toMatch(/PROCESSING|READY/);
    },
  );
});

function mutatedFrame(dice: (below: number) => number): Uint8Array {
  const id = dice(1000);
  const frame = encodeFrame({ id, at: 1 }, picture.subarray(0, 20 + dice(500)));
  for (let changes = 1 + dice(4); changes > 0; changes--) frame[dice(24)] = dice(256);
  return frame.subarray(0, 1 + dice(frame.length));
}
