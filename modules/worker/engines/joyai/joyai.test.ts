import { afterEach, expect, test } from 'vitest';
import { dreamOn, openOn } from '../../../../tests/engines/engine-stage.ts';
import { type JoyaiPeerOptions, startJoyaiPeer } from '../../../../tests/engines/joyai-peer.ts';
import { colourOf, distance, meanColour, paint } from '../../../../tests/engines/peer-images.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import type { Generator, GeneratorJob } from '../../../generator/generator.ts';
import { createJoyaiAdapter } from './joyai.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const GARDEN = await paint({ width: 320, height: 184 }, colourOf('my garden'), null, 1);
const HOUSE = await paint({ width: 640, height: 480 }, colourOf('a house'), null, 1);

async function open(mood: JoyaiPeerOptions = {}, url?: string) {
  const peer = url ? null : await startJoyaiPeer({ faults: 0, ...mood });
  if (peer) closing.push(peer.stop);
  const generator = await openOn(createJoyaiAdapter({ ENGINE_URL: url ?? peer?.url }));
  closing.push(async () => generator.close?.());
  return { peer: peer as Awaited<ReturnType<typeof startJoyaiPeer>>, generator };
}

async function dreaming(generator: Generator, job: Partial<GeneratorJob> = {}) {
  const dream = await dreamOn(generator, job);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  return dream;
}

/** Sends a picture as a camera does, until it is stopped. */
function turnOn(generator: Generator, jpeg: Uint8Array) {
  const timer = setInterval(() => generator.video?.('camera', { jpeg, at: Date.now() }), 50);
  const stop = () => {
    clearInterval(timer);
    generator.video?.('camera', null);
  };
  closing.push(async () => clearInterval(timer));
  return stop;
}

const isOf = async (image: Uint8Array | undefined, what: string) =>
  image !== undefined && distance(await meanColour(image), colourOf(what)) < 8;

test('a camera is edited once it is on, and each prompt has its receipt on the first image of its edit', async () => {
  const { peer, generator } = await open({ resetFrames: 24 });
  expect(generator).toMatchObject({ name: 'joyai', version: 'toy_edit_0811' });
  expect(generator.controls).toMatchObject([{ kind: 'video', width: 320, height: 184 }, { kind: 'picture' }]);
  const dream = await dreaming(generator);
  await until('its words', () =>
    dream.seen.words.some((words) => /^JoyAI-Video-Edit is waiting for an image to edit/.test(words)),
  );
  expect(peer.places()).toBe(0);

  turnOn(generator, GARDEN);
  await dream.turnsInto('a red desert');
  expect(await isOf(peer.frames[0], 'my garden')).toBe(true);
  generator.prompt('two', 'a forest');
  generator.prompt('three', 'a deep sea');
  await dream.receipt('three');
  expect(await dream.turnedAt('three', 'a red desert', 'a deep sea')).toBeGreaterThan(0.05);
  await dream.turnsInto('a deep sea');
  await until('it began again by itself', () => peer.faults.includes('reset'));
  const frames = dream.seen.frames.length;
  await until('more frames', () => dream.seen.frames.length > frames + 8);
  expect(dream.seen.shown.at(-1)?.id).toBe('three');
  expect(peer.starts[0]).toMatchObject({
    prompt: 'a red desert',
    seed: 7,
    gate_enabled: false,
    use_pe: false,
  });
  expect(peer.starts.length).toBeLessThan(4);
  expect(peer.acks.at(-1)).toBeGreaterThan(8);
  expect(dream.seen.errors).toEqual([]);
});

test('a start image is edited while the camera is off, and nothing of either stays in the other', async () => {
  const { peer, generator } = await open({ isJpegOnly: true });
  const picture = `data:image/jpeg;base64,${Buffer.from(HOUSE).toString('base64')}`;
  const dream = await dreaming(generator, { controls: { picture } });
  await dream.turnsInto('a red desert');
  expect(await isOf(peer.frames.at(-1), 'a house')).toBe(true);
  const stop = turnOn(generator, GARDEN);
  await until('the camera', () => isOf(peer.frames.at(-1), 'my garden'));
  stop();
  await until('the image', () => isOf(peer.frames.at(-1), 'a house'));
  expect(peer.starts.map(({ prompt }) => prompt)).toEqual(Array(3).fill('a red desert'));
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one']);
});

test('others go first, and the place is left while the camera is off', async () => {
  const { peer, generator } = await open();
  const { generator: other } = await open({}, peer.url);
  const first = await dreaming(other);
  const stop = turnOn(other, HOUSE);
  await first.turnsInto('a red desert');
  const dream = await dreaming(generator);
  turnOn(generator, GARDEN);
  await until('the queue', () =>
    dream.seen.words.some((words) => /^1 other dream is ahead at JoyAI/.test(words)),
  );
  stop();
  await dream.turnsInto('a red desert');
  expect(peer.places()).toBe(1);
  await until('its words', () =>
    first.seen.words.some((words) => /^No new image to edit, so the last one stays/.test(words)),
  );
});

test.each([
  ['memory', /^JoyAI-Video-Edit is out of memory\./],
  ['stuck', /^JoyAI-Video-Edit is stuck: push_frame timeout .* restart its server/],
  ['cut', /^JoyAI-Video-Edit closed the connection/],
  ['broken', /^JoyAI-Video-Edit sent a video that can’t be read/],
] as const)('%s: reported, and the dream goes on in a new session', async (trouble, words) => {
  const { peer, generator } = await open();
  const dream = await dreaming(generator);
  turnOn(generator, GARDEN);
  await dream.turnsInto('a red desert');
  peer.falls(trouble);
  await until('the reason', () => dream.seen.words.some((one) => words.test(one)));
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one', 'two']);
  expect(dream.seen.errors).toEqual([]);
});

test('images that a slow connection loses are counted, and random faults survived', async () => {
  const { peer, generator } = await open({ faults: 0.15, seed: 3 });
  const dream = await dreaming(generator);
  turnOn(generator, GARDEN);
  await dream.turnsInto('a red desert');
  peer.falls('slow');
  await until('a note', () => / left out by JoyAI-Video-Edit/.test(generator.note?.() ?? ''));
  await until('it was cut off', () => peer.faults.includes('cut'));
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
  expect(dream.seen.errors).toEqual([]);
});

test('a server that keeps what cameras show is not used, and one without its model loads it first', async () => {
  const peer = await startJoyaiPeer({ records: true });
  closing.push(peer.stop);
  const prepare = (url: string, report = () => {}) =>
    createJoyaiAdapter({ ENGINE_URL: url }).prepare(report, new AbortController().signal);
  await expect(prepare(peer.url)).rejects.toThrow('Start its server without --record-dir');
  const empty = await startJoyaiPeer({ isLoaded: false });
  closing.push(empty.stop);
  const words: string[] = [];
  await prepare(empty.url, ((text: string) => void words.push(text)) as () => void);
  expect(words).toEqual(['JoyAI-Video-Edit is loading toy_edit_0811']);
  await expect(prepare(`${empty.url}/elsewhere`)).rejects.toThrow('JoyAI-Video-Edit answered 404');
});
