import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../../../tests/wire/inbox.ts';
import { createLog } from '../../../kit/log.ts';
import { controlFault, defaultsOf, hasValue } from '../../../protocol/controls.ts';
import { decodeImage, encodeJpeg } from '../../player/jpeg.ts';
import type { Look } from './dream.ts';
import { createDreaming, type Dreaming } from './dreaming.ts';
import type { EngineOrder } from './engine-protocol.ts';
import { lookControls, turnedLook } from './look-controls.ts';

const LOOK: Look = {
  feedback: 0.5,
  wander: 0.06,
  guidance: 1,
  delta: 1,
  turn: 8,
  camera: { zoom: 0.004, pan: 0.003 },
  similar: { threshold: 0.99, mostSkips: 2 },
};
const JOB = { width: 320, height: 180, fps: 16, seed: 5 };

const open: Dreaming[] = [];
afterEach(() => {
  for (const dreaming of open.splice(0)) dreaming.end();
});

/** A dream on a fake engine that answers each `draw` after `imageMs`, with ever brighter images. */
function dream(imageMs: number) {
  const orders: EngineOrder[] = [];
  const frames: { jpeg: Uint8Array }[] = [];
  const seen: { shown: string[]; errors: string[]; ready: number; hung: number } = {
    shown: [],
    errors: [],
    ready: 0,
    hung: 0,
  };
  let [images, answers] = [0, true];
  let shown: string | null = null;
  const engine = {
    loaded: { type: 'loaded' as const, device: 'cpu', width: 32, height: 32, imageMs },
    end: async () => {},
    order(order: EngineOrder) {
      orders.push(order);
      if (order.type === 'prompt') shown = order.id;
      if (order.type === 'draw' && answers) setTimeout(() => draw(order.dream), imageMs);
    },
  };
  function fallSilent(): void {
    answers = false;
  }
  function draw(number: number, restarted: string | null = null): void {
    const pixels = new Uint8ClampedArray(32 * 32 * 3).fill(20 * images++);
    dreaming.image({ dream: number, pixels, shown, restarted, held: 0, reach: null });
    shown = null;
  }
  const dreaming = createDreaming({
    job: JOB,
    look: LOOK,
    engine: () => engine,
    encode: encodeJpeg,
    decode: decodeImage,
    hung: () => seen.hung++,
    patienceMs: 100,
    log: createLog('error'),
    events: {
      loading: () => {},
      ready: () => void seen.ready++,
      frame: (jpeg) => void frames.push({ jpeg }),
      promptShown: (id) => void seen.shown.push(`${id} before frame ${frames.length}`),
      error: (message) => void seen.errors.push(message),
    },
  });
  open.push(dreaming);
  return { dreaming, orders, frames, seen, draws: () => images, fallSilent };
}

const brightness = async (jpeg: Uint8Array) => (await sharp(jpeg).stats()).channels[0]?.mean ?? 0;

test('a model with two images a second is blended steadily, and its rate is reported', async () => {
  const { dreaming, frames, seen, draws } = dream(500);
  await until('ready', () => seen.ready === 1);
  expect(frames).toEqual([]);
  const began = performance.now();
  dreaming.prompt('first', 'a quiet sea');
  await until('four pictures', () => draws() === 4);
  expect(frames.length).toBeLessThanOrEqual(1 + ((performance.now() - began) / 1000) * 16);
  expect(seen.shown).toEqual(['first before frame 0']);
  const levels: number[] = [];
  for (const { jpeg } of frames) levels.push(Math.round(await brightness(jpeg)));
  expect(levels).toEqual([...levels].sort((a, b) => a - b));
  // more brightness levels than images, so frames are blended
  expect(new Set(levels).size).toBeGreaterThan(6);
  expect(dreaming.note()).toMatch(
    /^the model generates [12]\.\d images per second, blended into smooth video$/,
  );
});

test('a model that is faster than the frames waits for them', async () => {
  const { dreaming, frames, draws } = dream(1);
  const began = performance.now();
  dreaming.prompt('first', 'a quiet sea');
  await until('sixteen pictures', () => draws() >= 16);
  // Measured against the clock: a busy machine drops late frames.
  expect(draws()).toBeLessThanOrEqual(5 + ((performance.now() - began) / 1000) * 16);
  expect(await sharp(frames[0]?.jpeg).metadata()).toMatchObject({ width: 320, height: 180 });
});

test('another engine gets the whole state of the dream, and the last image stays in the meantime', async () => {
  const { dreaming, orders, frames, draws, fallSilent } = dream(20);
  dreaming.prompt('first', 'a quiet sea');
  dreaming.prompt('second', 'a storm');
  await until('some pictures', () => draws() === 3);
  fallSilent();
  const before = frames.length;
  await until('more frames of the same', () => frames.length > before + 5);
  expect(frames.at(-1)?.jpeg).toBe(frames.at(-2)?.jpeg);
  orders.length = 0;
  dreaming.engineIsBack();
  expect(orders).toMatchObject([
    { type: 'start', seed: 5 },
    { type: 'prompt', id: 'second', text: 'a storm' },
    { type: 'draw' },
  ]);
});

test('a hanging engine is reported once, and a slow one isn’t', async () => {
  const { dreaming, draws, seen, fallSilent } = dream(20);
  dreaming.prompt('first', 'a quiet sea');
  await until('some pictures', () => draws() === 5);
  expect(seen.hung).toBe(0);
  fallSilent();
  await until('it is told of', () => seen.hung > 0);
  expect(seen.hung).toBe(1);
  dreaming.end();
});

test('controls reach the engine: the seed before the first image, the look at any time', async () => {
  const { dreaming, orders, draws } = dream(20);
  expect(orders).toMatchObject([{ type: 'start', seed: 5, look: LOOK }]);
  dreaming.control('seed', 77);
  expect(orders.at(-1)).toMatchObject({ type: 'start', seed: 77, look: LOOK });
  dreaming.prompt('first', 'a quiet sea');
  await until('a picture', () => draws() > 0);
  dreaming.control('zoom', -1.5);
  dreaming.control('feedback', 0.8);
  const look = { ...LOOK, feedback: 0.8, camera: { zoom: -0.015, pan: 0.003 } };
  expect(orders.findLast(({ type }) => type === 'look')).toMatchObject({ look });
  orders.length = 0;
  dreaming.engineIsBack();
  expect(orders[0]).toMatchObject({ type: 'start', seed: 77, look });
});

test('a dream starts from the uploaded image, in the model’s size, even if the prompt arrives first', async () => {
  const { dreaming, orders, draws } = dream(20);
  const jpeg = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#20c040' } })
    .jpeg()
    .toBuffer();
  dreaming.control('picture', `data:image/jpeg;base64,${jpeg.toString('base64')}`);
  dreaming.prompt('first', 'a quiet sea');
  await until('a picture', () => draws() > 0);
  const start = orders.findLast((order) => order.type === 'start');
  if (start?.type !== 'start' || !start.image) throw new Error('no picture');
  expect(start.image).toHaveLength(32 * 32 * 3);
  const [red = 0, green = 0, blue = 0] = start.image;
  for (const [value, wanted] of [
    [red, 32],
    [green, 192],
    [blue, 64],
  ] as const)
    expect(Math.abs(value - wanted)).toBeLessThan(6);
  const at = orders.indexOf(start);
  expect(orders.slice(at, at + 3).map(({ type }) => type)).toEqual(['start', 'prompt', 'draw']);
});

test('each image starts from the camera’s newest frame while it is on, whatever else arrives', async () => {
  const { dreaming, orders } = dream(5);
  const frame = async (background: string) => ({
    jpeg: await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .jpeg()
      .toBuffer(),
    at: 0,
  });
  const isLive = (order?: EngineOrder) => (order?.type === 'draw' ? (order.live?.[1] ?? null) : undefined);
  dreaming.prompt('first', 'a quiet sea');
  dreaming.video(await frame('#0f0'));
  dreaming.video({ jpeg: Uint8Array.of(1, 2, 3), at: 1 });
  dreaming.video(await frame('#080'));
  await until('the camera', () => (isLive(orders.at(-1)) ?? 0) > 100 && (isLive(orders.at(-1)) ?? 0) < 160);
  expect(orders.findLast(({ type }) => type === 'draw')).toMatchObject({ live: { length: 32 * 32 * 3 } });
  dreaming.video(null);
  await until('no camera', () => isLive(orders.at(-1)) === null);
});

test('controls start at the model’s own values, however unusual', () => {
  const controls = lookControls({ ...LOOK, camera: { zoom: 0.05, pan: 0.003 }, guidance: 7 });
  expect(controls.filter(hasValue).every((control) => controlFault(control, control.default) === null)).toBe(
    true,
  );
  expect(controls.find(({ name }) => name === 'zoom')).toMatchObject({ default: 5, max: 5, min: -2 });
  expect(turnedLook(LOOK, defaultsOf(lookControls(LOOK)))).toEqual(LOOK);
});

test('images of another dream aren’t shown, nor anything after a fault', async () => {
  const { dreaming, frames, seen } = dream(20);
  dreaming.prompt('first', 'a quiet sea');
  await until('a frame', () => frames.length > 0);
  const pixels = new Uint8ClampedArray(32 * 32 * 3).fill(255);
  dreaming.image({ dream: -1, pixels, shown: 'foreign', restarted: null, held: 0, reach: null });
  expect(seen.shown).toEqual(['first before frame 0']);
  dreaming.fail('the picture went black');
  const count = frames.length;
  dreaming.fail('once is enough');
  expect(seen.errors).toEqual(['The diffusion generator failed: the picture went black']);
  dreaming.image({ dream: -1, pixels, shown: null, restarted: null, held: 0, reach: null });
  expect(frames).toHaveLength(count);
});
