import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Frame } from '../../modules/protocol/frame.ts';
import { unpackFrames } from '../../modules/protocol/packed-frames.ts';
import type { ViewerEvent } from '../../modules/protocol/viewer-messages.ts';
import type { FakeViewer } from './fake-viewer.ts';
import { until } from './inbox.ts';
import { openStage, type Stage } from './stage.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** The real painter, whose frames must be the same each time. */
let stage: Stage;
let painter: WorkerProcess;
beforeAll(async () => {
  stage = await openStage();
  painter = await startWorkerProcess(stage.server.url, { GENERATOR: 'demo' });
});
afterAll(async () => {
  await stage.clear();
  await painter.dispose();
  await stage.dispose();
});

/** Frames by number, as the viewer got them. */
type Frames = Map<number, Uint8Array>;
const framesOf = ({ frames }: FakeViewer): Frames =>
  new Map(frames.items.map(({ frameId, jpeg }) => [frameId, jpeg]));

/** Ms since the first frame, by frame. */
const timesOf = ({ frames: { items } }: FakeViewer) =>
  new Map(items.map(({ frameId, timestamp }) => [frameId, timestamp - (items[0]?.timestamp ?? 0)]));

type Shown = Extract<ViewerEvent, { type: 'prompt_ack' }>;
const shownIn = ({ events }: FakeViewer) =>
  events.items.flatMap((one) => (one.type === 'prompt_ack' && one.frame_id !== null ? [one as Shown] : []));

/** Watches the active dream until this frame. */
async function watch(until_: number, play: (viewer: FakeViewer) => Promise<void> | void = () => {}) {
  const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
  const viewer = await stage.viewer(websocketUrl);
  await play(viewer);
  await viewer.frames.find(`frame ${until_}`, ({ frameId }) => frameId >= until_);
  await stage.admin.call('POST', '/api/stream/end', { sessionId });
  await viewer.closed;
  return { sessionId, frames: framesOf(viewer), times: timesOf(viewer), shown: shownIn(viewer) };
}

/** Repeats or continues a dream. */
async function again(request: object, frames: number) {
  const { status, json, text } = await stage.admin.call('POST', '/api/stream/again', request);
  expect(status, text).toBe(201);
  const dream = await watch(frames);
  expect(dream.sessionId).toBe(json.sessionId);
  return dream;
}

function expectSame(one: Frames, other: Frames): void {
  const common = [...one.keys()].filter((id) => other.has(id));
  expect(common.length).toBeGreaterThan(20);
  const different = common.filter(
    (id) => !Buffer.from(one.get(id) ?? []).equals(Buffer.from(other.get(id) ?? [])),
  );
  expect(different).toEqual([]);
}

test('a painter’s dream repeats frame for frame, and goes on from any of its frames', async () => {
  const first = await watch(60, async (viewer) => {
    await viewer.event('controls');
    viewer.send({ type: 'prompt', id: 'a', text: 'mountains by a lake' });
    await viewer.frames.find('frame 12', ({ frameId }) => frameId >= 12);
    viewer.send({ type: 'control', name: 'motion', value: 0.4 });
    viewer.send({ type: 'control', name: 'camera', value: 'steer:pan:1 walk:-0.5' });
    viewer.send({ type: 'prompt', id: 'b', text: 'at night' });
    viewer.send({ type: 'prompt', id: 'c', text: 'with a full moon' });
    await viewer.frames.find('frame 40', ({ frameId }) => frameId >= 40);
    viewer.send({ type: 'control', name: 'grain', value: false });
  });
  const { sessionId: session_id } = first;

  const repeated = await again({ session_id }, 60);
  await stage.erase(repeated.sessionId);
  expect(repeated.shown.map(({ text, frame_id }) => [text, frame_id])).toEqual(
    first.shown.map(({ text, frame_id }) => [text, frame_id]),
  );
  expectSame(first.frames, repeated.frames);

  const continued = await again({ session_id, from: 3 }, 30);
  const start = continued.frames.get(1);
  const origin = [...first.frames].find(([, jpeg]) => Buffer.from(jpeg).equals(Buffer.from(start ?? [])));
  // Its third second, as exactly as the times of its prompts allow.
  const third = [...first.times].findLast(([, at]) => at <= 3000)?.[0] ?? 0;
  expect(Math.abs((origin?.[0] ?? 0) - third)).toBeLessThan(16);
  expect(origin).toBeDefined();
  expect(continued.shown[0]).toMatchObject({ frame_id: 1 });
  const twice = await again({ session_id: continued.sessionId }, 30);
  await stage.erase(session_id, continued.sessionId, twice.sessionId);
  expectSame(continued.frames, twice.frames);
}, 240_000);

test('a dream’s score plays on without its page', async () => {
  const shots = Array.from({ length: 12 }, (_, n) => ({
    id: `s${n}`,
    at: n * 0.4,
    soft: 0,
    prompt: `a lake with ${n + 1} boats`,
  }));
  const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
  const viewer = await stage.viewer(websocketUrl);
  const set = await stage.admin.call('POST', '/api/stream/score', {
    session_id: sessionId,
    score: { version: 1, shots },
    restart: true,
  });
  expect(set.status, set.text).toBe(200);
  await until('four shots', () => shownIn(viewer).length >= 4);
  viewer.close();
  await viewer.closed;
  const { websocketUrl: url } = await stage.admin.connectUntilReady();
  const back = await stage.viewer(url);
  expect(await back.event('score')).toMatchObject({ state: expect.stringMatching(/playing|done/) });
  await until('all shots', () => shownIn(back).length >= 12);
  const frames = shownIn(back).map(({ frame_id }) => frame_id ?? 0);
  expect(frames).toEqual(frames.toSorted((a, b) => a - b));
  const { json } = await stage.admin.call('GET', `/api/stream/score?session_id=${sessionId}`);
  expect(json.score.shots).toHaveLength(12);
  await stage.admin.call('POST', '/api/stream/end', { sessionId });
  await stage.erase(sessionId);
}, 120_000);

test('the past of a live dream can be watched, kept and continued', async () => {
  const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
  const call = (path: string, method = 'GET', body?: object) =>
    stage.admin.call(method, `/api/sessions/${sessionId}/${path}`, body);
  expect((await call('rewind')).json).toMatchObject({ code: 'not-live' });
  const viewer = await stage.viewer(websocketUrl);
  viewer.send({ type: 'prompt', id: 'a', text: 'mountains by a lake' });
  await viewer.frames.find('frame 60', ({ frameId }) => frameId >= 60);
  const { json: past } = await call('rewind');
  expect(past).toMatchObject({
    recording: true,
    branches: true,
    prompts: [{ text: 'mountains by a lake', at: expect.any(Number) }],
  });
  expect(past.to).toBeGreaterThan(3000);

  const read = async (query: string): Promise<Frame[]> => {
    const answer = await fetch(`${stage.server.url}/api/sessions/${sessionId}/rewind/frames?${query}`, {
      headers: { cookie: stage.admin.cookie },
    });
    expect(answer.status).toBe(200);
    return Array.fromAsync(unpackFrames(answer.body as ReadableStream<Uint8Array>));
  };
  const [shown] = await read('at=2000');
  expect(shown?.at).toBeLessThanOrEqual(2000);
  expect(framesOf(viewer).get(shown?.id ?? 0)).toEqual(new Uint8Array(shown?.bytes ?? []));
  const [next] = await read(`after=${Math.ceil(shown?.at ?? 0)}&for=5000`);
  expect(next?.id).toBe((shown?.id ?? 0) + 1);
  expect(next?.at).toBeGreaterThan(2000);
  for (const bad of ['', '?at=1&after=1', '?at=-1', '?at=1e9', '?at=0&for=60000', '?at=0&at=1&x=1'])
    expect([bad, (await call(`rewind/frames${bad}`)).status]).toEqual([bad, 400]);

  const clip = await call('clips', 'POST', { key: 'the-first-clip', until: 2000 });
  expect(clip.status, clip.text).toBe(201);
  expect((await call('clips', 'POST', { key: 'the-first-clip' })).json).toEqual(clip.json);
  const { session_id: clipId } = clip.json;

  const branch = await stage.admin.call('POST', '/api/stream/branch', {
    ...{ session_id: sessionId, from: 2, frame: shown?.id, prompt: 'a storm' },
  });
  expect(branch.status, branch.text).toBe(201);
  await viewer.closed;
  const branched = await watch(20);
  expect(branched.sessionId).toBe(branch.json.sessionId);
  await stage.erase(branched.sessionId);
  expect(branched.frames.get(1)).toEqual(new Uint8Array(shown?.bytes ?? []));
  expect(branched.shown.map(({ text }) => text)).toEqual(['mountains by a lake', 'a storm']);
  expect((await call('rewind')).json).toMatchObject({ code: 'not-live' });
  expect((await call('clips', 'POST', { key: 'a-late-clip' })).status).toBe(409);

  await stage.admin.untilRecorded(clipId);
  const { json: detail } = await stage.admin.call('GET', `/api/sessions/${clipId}`);
  expect(detail).toMatchObject({
    again: 'clip',
    parent: { seconds: 0 },
    dream_name: 'Clip: Mountains by a lake',
  });
  // As long as the part up to the frame that stood there, however busy the machine.
  expect(Math.abs(detail.duration_seconds - (shown?.at ?? 0) / 1000)).toBeLessThan(0.3);
}, 120_000);
