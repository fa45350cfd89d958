import { afterEach, describe, expect, test } from 'vitest';
import { dreamOn, openOn } from '../../../../tests/engines/engine-stage.ts';
import { type LcmKind, type LcmPeerOptions, startLcmPeer } from '../../../../tests/engines/lcm-peer.ts';
import { colourOf, distance, meanColour, paint } from '../../../../tests/engines/peer-images.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import { controlDeclarations } from '../../../protocol/control-declarations.ts';
import { createLcmAdapter } from './lcm.ts';
import { readLcmSettings } from './lcm-settings.ts';
import { createPartReader } from './part-reader.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(mood: LcmPeerOptions = {}) {
  const peer = await startLcmPeer({ faults: 0, ...mood });
  closing.push(peer.stop);
  const generator = await openOn(createLcmAdapter({ ENGINE_URL: peer.url }));
  closing.push(async () => generator.close?.());
  return { peer, generator };
}

async function dreaming(mood: LcmPeerOptions = {}) {
  const { peer, generator } = await open(mood);
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
  return { peer, generator, dream };
}

describe.each(['radames', 'streamdiffusion', 'livepeer', 'v2'] as const satisfies LcmKind[])('%s', (kind) => {
  test('builds on its last image, and a receipt arrives with the first that its prompt affects', async () => {
    const { peer, generator, dream } = await dreaming({ kind });
    generator.prompt('two', 'a deep sea');
    await dream.receipt('two');
    // V2 names no image and has chunks under way, so that its receipts may be late
    if (kind !== 'v2') {
      expect(await dream.turnedAt('two', 'a red desert', 'a deep sea')).toBeGreaterThan(0.02);
      const { frame } = dream.seen.shown.at(-1) as { frame: number };
      const before = await meanColour(dream.seen.frames[frame - 1] as Uint8Array);
      expect(distance(before, colourOf('a red desert'))).toBeLessThan(24);
    }
    await dream.turnsInto('a deep sea');
    expect(dream.seen.errors).toEqual([]);
    expect(peer.asked.every(({ image }) => image !== null)).toBe(true);
    // an answer to the request that comes before the stream would be one too many
    if (kind !== 'v2') expect(peer.asked.length).toBeLessThanOrEqual(dream.seen.frames.length + 8);
    if (kind === 'livepeer')
      expect(peer.called.map(({ body }) => body.prompt_list).filter(Boolean)).toEqual([
        [['a red desert', 1]],
        [['a deep sea', 1]],
      ]);
  });
});

test('its parameters become controls, and their values reach the server', async () => {
  const { peer, generator } = await open();
  expect(generator).toMatchObject({ name: 'lcm', version: 'Image-to-Image LCM' });
  expect(generator.controls?.map(({ name }) => name)).toEqual([
    ...['seed', 'picture', 'strength', 'zoom', 'pan', 'camera', 'negative', 'steps', 'guidance_scale'],
    'lora_ckpt_id',
  ]);
  expect(generator.controls?.find(({ kind }) => kind === 'video')).toMatchObject({ width: 704, height: 384 });
  const dream = await dreamOn(generator, { controls: { seed: 99, lora_ckpt_id: 'smallcfg_4step' } });
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.receipt('one');
  const [first] = peer.asked;
  expect(first?.params).toMatchObject({
    ...{ prompt: 'a red desert', seed: 99, width: 704, height: 384, strength: 1, steps: 2 },
    lora_ckpt_id: 'smallcfg_4step',
  });
  expect(first?.params).not.toHaveProperty('zoom');
  expect(first?.params.negative_prompt).toBe('blurry');
  generator.control?.('negative', 'people');
  generator.control?.('strength', 0.3);
  await until('the values', () => peer.asked.at(-1)?.params.negative_prompt === 'people');
  expect(peer.asked.at(-1)?.params.strength).toBe(0.3);
});

test('in text mode each image is new and stands for its interval, which a prompt cuts short', async () => {
  const { peer, generator, dream } = await dreaming({ mode: 'text' });
  expect(generator.controls?.map(({ name }) => name).slice(0, 3)).toEqual(['seed', 'interval', 'negative']);
  generator.control?.('interval', 5);
  generator.control?.('steps', 9);
  generator.prompt('two', 'a deep sea');
  await dream.receipt('two');
  expect(peer.asked.every(({ image }) => image === null)).toBe(true);
  const seeds = peer.asked.map(({ params }) => params.seed);
  expect(new Set(seeds).size).toBe(seeds.length);
});

test('while the camera is on, each image starts from its newest frame', async () => {
  const { peer, generator, dream } = await dreaming();
  const jpeg = await paint({ width: 400, height: 700 }, colourOf('my garden'), null, 1);
  generator.video?.('camera', { jpeg, at: Date.now() });
  const isGarden = async () => {
    const image = peer.asked.at(-1)?.image;
    return image ? distance(await meanColour(image), colourOf('my garden')) < 6 : false;
  };
  await until('the camera’s picture is sent', isGarden);
  generator.video?.('camera', { jpeg: Buffer.from('no picture'), at: Date.now() });
  const before = peer.asked.length;
  await until('more images', () => peer.asked.length > before + 3);
  expect(await isGarden()).toBe(true);
  generator.video?.('camera', null);
  await dream.turnsInto('a red desert');
  expect(dream.seen.errors).toEqual([]);
});

test('parts that come twice count once', async () => {
  const { peer, generator, dream } = await dreaming({ isAlwaysTwice: true });
  generator.prompt('two', 'a deep sea');
  await dream.receipt('two');
  expect(await dream.turnedAt('two', 'a red desert', 'a deep sea')).toBeGreaterThan(0.02);
  await dream.turnsInto('a deep sea');
  expect(peer.asked.length).toBeGreaterThan(4);
});

test.each(['cut', 'broken'] as const)(
  'a failed connection (%s) is replaced, and the dream continues',
  async (into) => {
    const { peer, generator, dream } = await dreaming();
    peer.falls(into);
    await until('the fault', () => peer.faults.length > 0);
    generator.prompt('two', 'a deep sea');
    await dream.receipt('two');
    await dream.turnsInto('a deep sea');
    expect(dream.seen.errors).toEqual([]);
  },
);

test('a session whose time is up continues in another', async () => {
  const { generator, dream } = await dreaming({ timeoutMs: 400 });
  for (const [id, text] of Object.entries({ two: 'a deep sea', three: 'a red desert' })) {
    generator.prompt(id, text);
    await dream.receipt(id);
    await dream.turnsInto(text);
  }
  expect(dream.seen.errors).toEqual([]);
});

test('a full server is waited for, and says so', async () => {
  const { peer, generator } = await open({ maxQueueSize: 1 });
  const other = new WebSocket(
    `${peer.url.replace('http', 'ws')}/api/ws/0b6f2b3e-6d0e-4b0a-9d57-0e7a3f1f3a11`,
  );
  await until('the other client', () => peer.taken() === 1);
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await until('words', () =>
    dream.seen.words.some((one) => one.includes('All places at this lcm-live server')),
  );
  other.close();
  await dream.turnsInto('a red desert');
});

test('a server that holds its images back says so, and its next image carries the receipt', async () => {
  const { peer, generator } = await open();
  const dream = await dreamOn(generator);
  await dream.isReady();
  peer.falls('withheld');
  generator.prompt('one', 'a red desert');
  await until('words', () => dream.seen.words.some((one) => one.includes('safety filter')));
  expect(dream.seen.shown).toEqual([]);
  peer.falls('none');
  await dream.turnsInto('a red desert');
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one']);
});

test('a server that only draws at its own size is asked for that', async () => {
  const { peer, generator } = await open({ isSquare: true });
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
  expect(peer.asked.at(-1)?.params).toMatchObject({ width: 512, height: 512 });
});

test('a hostile schema yields only controls that the relay accepts', async () => {
  const far = Object.fromEntries(
    Array.from({ length: 5000 }, (_, i) => [`p${i}`, { type: 'number', min: 0, max: 1, default: 9 }]),
  );
  const { generator } = await open({
    properties: {
      ['__proto__']: { type: 'boolean' },
      constructor: { type: 'boolean', title: '\u0000\u202e' },
      UPPER: { type: 'boolean' },
      zoom: { type: 'number', min: 1, max: 2, default: 1 },
      wide: { type: 'number', min: -1e300, max: 1e300 },
      empty: { type: 'string', values: [] },
      odd: { type: 'string', values: ['a\nb', 7, 'x'.repeat(500), 'fine', 'other'] },
      steps: 'nonsense',
      turned: { type: 'integer', min: 9, max: 1 },
      fine: { type: 'number', min: 0, max: 1, step: 1e-300 },
      minute: { type: 'integer', min: 0, max: 10, step: 1e-9, default: Number.MAX_VALUE },
      ...far,
    },
  });
  const controls = generator.controls ?? [];
  expect(controlDeclarations.safeParse(controls).error).toBeUndefined();
  expect(controls.find(({ name }) => name === 'minute')).toMatchObject({ step: 1, max: 10, default: 10 });
  expect(controls.find(({ name }) => name === 'fine')).toMatchObject({ step: 0.01 });
  expect(controls.find(({ name }) => name === 'odd')).toMatchObject({ choices: ['fine', 'other'] });
  expect(readLcmSettings({ info: {}, input_params: { properties: {} } })).toBeNull();
});

test('parts are read however their bytes arrive, and anything else is rejected', () => {
  const parts: string[] = [];
  const reader = createPartReader((bytes) => void parts.push(bytes.toString()));
  const part = (text: string) =>
    `--frame\r\nContent-Type: image/jpeg\r\nContent-Length: ${text.length}\r\n\r\n${text}\r\n`;
  for (const byte of Buffer.from(part('one') + part('--frame\r\n\r\n'))) reader.read(Buffer.from([byte]));
  reader.read(Buffer.from(part('three') + part('four')));
  expect(parts).toEqual(['one', '--frame\r\n\r\n', 'three', 'four']);
  // Small chunks of a large part don't copy it again and again.
  const large = Buffer.from(part('x'.repeat(200_000)));
  const before = performance.now();
  for (let at = 0; at < large.length; at += 2) reader.read(large.subarray(at, at + 2));
  expect(parts[4]).toHaveLength(200_000);
  expect(performance.now() - before).toBeLessThan(1_000);
  for (const bad of [
    'x'.repeat(2000),
    '--frame\r\nContent-Type: image/jpeg\r\n\r\n',
    '--frame\r\nContent-Length: 99999999\r\n\r\n',
  ])
    expect(() => createPartReader(() => {}).read(Buffer.from(bad))).toThrow();
});
