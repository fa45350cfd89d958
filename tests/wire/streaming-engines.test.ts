import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { encodeFrame } from '../../modules/protocol/frame.ts';
import { startBiomePeer } from '../engines/biome-peer.ts';
import { startDreamversePeer } from '../engines/dreamverse-peer.ts';
import { HELIOS_KEY, startHeliosPeer } from '../engines/helios-peer.ts';
import { startJoyaiPeer } from '../engines/joyai-peer.ts';
import { startKreaPeer } from '../engines/krea-peer.ts';
import { colourOf, paint } from '../engines/peer-images.ts';
import { startScopePeer } from '../engines/scope-peer.ts';
import { inTheSuite, longTest } from '../long-test.ts';
import { createEngineBeds } from './engine-beds.ts';
import type { FakeViewer } from './fake-viewer.ts';
import { until } from './inbox.ts';
import { receipt, turned, turnsInto } from './seen-colours.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
const { worker, peer, closeAll } = createEngineBeds(() => stage.server.url);
beforeAll(async () => {
  stage = await openStage();
});
afterEach(async () => {
  await stage.clear();
  await closeAll();
});
afterAll(() => stage.dispose());

/** A fade takes a fixed number of images, so a fast engine leaves less of the dream to blend, record and compile. */
const IMAGE_MS = 10;

const PROMPTS = { first: 'a red desert', second: 'a deep sea' };

/** A worker on an engine, and a dream that shows its first prompt. */
async function dreaming(name: string, url: string, env: Record<string, string> = {}) {
  const started = await worker({ GENERATOR: name, ENGINE_URL: url, ...env });
  const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
  const viewer = await stage.viewer(websocketUrl);
  viewer.send({ type: 'prompt', id: 'first', text: PROMPTS.first });
  await turnsInto(viewer, PROMPTS.first);
  return { worker: started, sessionId, viewer };
}

const words = (viewer: FakeViewer, pattern: RegExp) =>
  viewer.events.find(
    `words about it: ${pattern}`,
    (event) => event.type === 'loading' && pattern.test(event.text ?? ''),
  );

/** The engine comes back, and the dream follows a third prompt. */
async function goesOn(viewer: FakeViewer): Promise<void> {
  await words(viewer, /Trying again\.$/);
  viewer.send({ type: 'prompt', id: 'third', text: PROMPTS.first });
  await receipt(viewer, 'third');
  await turnsInto(viewer, PROMPTS.first);
}

/** Ends the dream, which leaves a recording. */
async function ends(viewer: FakeViewer, sessionId: string): Promise<void> {
  viewer.send({ type: 'end' });
  expect((await viewer.closed).code).toBe(1000);
  expect(await stage.admin.untilRecorded(sessionId)).toMatchObject({ job_status: 'DONE' });
}

/**
 * The last number is the maximum colour change allowed in the frame before the acknowledged one. Engines that don't
 * name the frame should acknowledge late rather than early.
 */
const ENGINES: [
  name: string,
  start: () => Promise<{ url: string; faults: string[]; falls(into: 'cut'): void; stop(): Promise<void> }>,
  env: Record<string, string>,
  turnedBefore: number,
][] = [
  ['helios', () => startHeliosPeer({ key: HELIOS_KEY }), { ENGINE_KEY: HELIOS_KEY }, 0.08],
  ['krea', () => startKreaPeer({ imageMs: IMAGE_MS }), {}, 1.01],
  ['scope', () => startScopePeer(), {}, 1.01],
];

// The suite runs a whole dream on one of them; the tests of engines in trouble, below, cover the rest.
describe.each(inTheSuite(ENGINES, ([name]) => name === 'krea'))('%s', (name, start, env, turnedBefore) => {
  test('renders a dream with true receipts across a broken connection, and its video is kept', async () => {
    const engine = await peer(start());
    const { viewer, sessionId } = await dreaming(name, engine.url, env);
    expect(await viewer.event('generator')).toMatchObject({ name });
    viewer.send({ type: 'control', name: 'transition', value: 2 });
    expect(await viewer.event('control')).toMatchObject({ name: 'transition', value: 2 });
    viewer.send({ type: 'prompt', id: 'second', text: PROMPTS.second });
    const at = await receipt(viewer, 'second');
    await turnsInto(viewer, PROMPTS.second);
    expect(await turned(viewer, at, PROMPTS)).toBeGreaterThan(0.01);
    expect(await turned(viewer, at - 1, PROMPTS)).toBeLessThan(turnedBefore);

    engine.falls('cut');
    await goesOn(viewer);
    await until('it broke off by itself, too', () => engine.faults.length > 1);
    viewer.send({ type: 'prompt', id: 'fourth', text: PROMPTS.second });
    await receipt(viewer, 'fourth');
    await turnsInto(viewer, PROMPTS.second);
    expect(viewer.isClosed).toBe(false);

    await ends(viewer, sessionId);
  });
});

test('dreamverse: a recorded dream with sound, whose receipts name the first frame of a segment', async () => {
  const engine = await peer(startDreamversePeer({ cap: 3 }));
  const { viewer, sessionId } = await dreaming('dreamverse', `${engine.url}/ws`.replace('http', 'ws'));
  viewer.send({ type: 'control', name: 'continuation', value: true });
  expect(await viewer.event('control')).toMatchObject({ name: 'continuation', value: true });
  viewer.send({ type: 'prompt', id: 'second', text: PROMPTS.second });
  const at = await receipt(viewer, 'second');
  await turnsInto(viewer, PROMPTS.second);
  expect(await turned(viewer, at, PROMPTS)).toBeGreaterThan(0.9);
  expect(await turned(viewer, at - 1, PROMPTS)).toBeLessThan(0.1);
  engine.falls('cut');
  await goesOn(viewer);
  await ends(viewer, sessionId);
  const video = await fetch(`${stage.server.url}/api/d/${sessionId}.mp4`);
  expect(Buffer.from(await video.arrayBuffer()).includes('mp4a')).toBe(true);
});

test('biome: a recorded dream that is walked through, across a broken connection', async () => {
  const engine = await peer(startBiomePeer());
  const { viewer, sessionId } = await dreaming('biome', engine.url.replace('http', 'ws'));
  viewer.send({ type: 'control', name: 'move', value: 'steer:walk:-1' });
  await until('it walks', () => engine.received.some(({ buttons }) => buttons?.includes('W')));
  viewer.send({ type: 'control', name: 'move', value: 'steer:' });
  await turnsInto(viewer, PROMPTS.first);
  viewer.send({ type: 'prompt', id: 'second', text: PROMPTS.second });
  const at = await receipt(viewer, 'second');
  await turnsInto(viewer, PROMPTS.second);
  // It fades in over the time until the next image, which is long on a busy machine.
  expect(await turned(viewer, at, PROMPTS)).toBeGreaterThan(0.01);
  expect(await turned(viewer, at - 1, PROMPTS)).toBeLessThan(0.1);
  engine.falls('cut');
  await goesOn(viewer);
  await ends(viewer, sessionId);
});

longTest('joyai: a recorded dream that edits a camera, across a broken connection', {}, async () => {
  const engine = await peer(startJoyaiPeer());
  await worker({ GENERATOR: 'joyai', ENGINE_URL: `${engine.url}/ws`.replace('http', 'ws') });
  const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
  const viewer = await stage.viewer(websocketUrl);
  viewer.send({ type: 'prompt', id: 'first', text: PROMPTS.first });
  await words(viewer, /^JoyAI-Video-Edit is waiting for an image to edit/);
  viewer.send({ type: 'video', name: 'camera', on: true, source: 'camera' });
  const jpeg = await sharp(await paint({ width: 320, height: 184 }, colourOf('my garden'), null, 1))
    .jpeg()
    .toBuffer();
  const filming = setInterval(() => viewer.send(encodeFrame({ id: 1, at: Date.now() }, jpeg)), 60);
  onTestFinished(() => clearInterval(filming));
  await turnsInto(viewer, PROMPTS.first);
  viewer.send({ type: 'prompt', id: 'second', text: PROMPTS.second });
  const at = await receipt(viewer, 'second');
  await turnsInto(viewer, PROMPTS.second);
  expect(await turned(viewer, at, PROMPTS)).toBeGreaterThan(0.05);
  expect(await turned(viewer, at - 1, PROMPTS)).toBeLessThan(0.05);
  engine.falls('cut');
  await goesOn(viewer);
  await ends(viewer, sessionId);
});

describe('a failing engine', () => {
  test('is awaited while unreachable, and continues its dream when it returns after dying', async () => {
    const away = await startHeliosPeer({ faults: 0 });
    await away.stop();
    const port = Number(new URL(away.url).port);
    const started = await worker({ GENERATOR: 'helios', ENGINE_URL: away.url });
    await until('the worker says what it waits for', () =>
      started.output().includes(`Helios can’t be reached at ${away.url}. Trying again.`),
    );
    const engine = await startHeliosPeer({ faults: 0, port });
    const { websocketUrl } = await stage.admin.connectUntilReady();
    const viewer = await stage.viewer(websocketUrl);
    viewer.send({ type: 'prompt', id: 'first', text: PROMPTS.first });
    await turnsInto(viewer, PROMPTS.first);
    await engine.stop();
    await words(viewer, /^Helios can’t be reached/);
    await peer(startHeliosPeer({ faults: 0, port }));
    viewer.send({ type: 'prompt', id: 'second', text: PROMPTS.second });
    await turnsInto(viewer, PROMPTS.second);
  });

  test('that reloads shows waiting people its progress', async () => {
    const engine = await peer(startScopePeer({ loadsFor: 2 }));
    const started = await worker({ GENERATOR: 'scope', ENGINE_URL: engine.url });
    await until('it is loaded', () => started.output().includes('the engine is there'));
    engine.unloads();
    const { websocketUrl } = await stage.admin.connectUntilReady();
    const viewer = await stage.viewer(websocketUrl);
    await words(viewer, /^Scope is loading longlive: Initializing VAE$/);
    viewer.send({ type: 'prompt', id: 'first', text: PROMPTS.first });
    await turnsInto(viewer, PROMPTS.first);
  });

  longTest('that hangs silently is noticed, and replaced by another session', {}, async () => {
    const engine = await peer(startKreaPeer({ faults: 0 }));
    const { viewer } = await dreaming('krea', engine.url);
    engine.falls('silent');
    await words(viewer, /^Krea Realtime sent no image for 15 s\. Trying again\.$/);
    engine.falls('none');
    viewer.send({ type: 'prompt', id: 'second', text: PROMPTS.second });
    await turnsInto(viewer, PROMPTS.second);
    expect(engine.maxSessions()).toBe(1);
  });

  test('that never renders ends the dream with a message, uncounted', async () => {
    const engine = await peer(startHeliosPeer({ faults: 0 }));
    engine.falls('memory');
    const started = await worker({ GENERATOR: 'helios', ENGINE_URL: engine.url });
    const before = await stage.admin.call('GET', '/api/stream/check-access');
    const { sessionId, websocketUrl } = await stage.admin.connectUntilReady();
    const viewer = await stage.viewer(websocketUrl);
    viewer.send({ type: 'prompt', id: 'first', text: PROMPTS.first });
    await words(viewer, /^Helios is out of memory\..*Trying again\.$/);
    expect((await viewer.closed).code).toBe(4002);
    const { json } = await stage.admin.call('GET', `/api/stream/status?sessionId=${sessionId}`);
    expect(json.job_status).toBe('FAILED');
    const after = await stage.admin.call('GET', '/api/stream/check-access');
    expect(after.json.used).toBe(before.json.used);
    expect(started.child.exitCode).toBeNull();
  });

  test('that rejects the key ends the worker with a message', async () => {
    const engine = await peer(startHeliosPeer({ key: HELIOS_KEY }));
    const started = await worker({ GENERATOR: 'helios', ENGINE_URL: engine.url, ENGINE_KEY: 'wrong' });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain('Helios rejects the key (401). Check ENGINE_KEY.');
  });
});
