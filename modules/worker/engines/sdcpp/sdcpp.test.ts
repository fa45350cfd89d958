import { afterEach, expect, test } from 'vitest';
import { dreamOn, openOn } from '../../../../tests/engines/engine-stage.ts';
import { colourOf, distance, meanColour, paint } from '../../../../tests/engines/peer-images.ts';
import { startSdcppPeer } from '../../../../tests/engines/sdcpp-peer.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import type { Generator } from '../../../generator/generator.ts';
import { controlDeclarations } from '../../../protocol/control-declarations.ts';
import { createSdcppAdapter } from './sdcpp.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(mood: Parameters<typeof startSdcppPeer>[0] = {}) {
  const peer = await startSdcppPeer(mood);
  closing.push(peer.stop);
  const generator = await openOn(createSdcppAdapter({ ENGINE_URL: peer.url }));
  closing.push(async () => generator.close?.());
  return { peer, generator };
}

/** Sends a first and a second prompt and waits for their receipts. */
async function twoPrompts(generator: Generator) {
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
  generator.prompt('two', 'a deep sea');
  await dream.receipt('two');
  await dream.turnsInto('a deep sea');
  return dream;
}

test('each image is drawn on the last, and a receipt arrives with the first that its prompt affects', async () => {
  const { peer, generator } = await open({ faults: 0 });
  expect(generator).toMatchObject({ name: 'sdcpp', version: 'toy' });
  const { seen, turnedAt } = await twoPrompts(generator);
  expect(seen.shown.map(({ id }) => id)).toEqual(['one', 'two']);
  // a prompt's first image contains half of it, and its first frame blends in part of that image
  expect(await turnedAt('two', 'a red desert', 'a deep sea')).toBeGreaterThan(0.02);
  const [warming, first, second] = peer.asked;
  expect(warming?.init_images).toBeUndefined();
  expect(first).toMatchObject({ prompt: 'a red desert', seed: 7, width: 576, height: 320, steps: 2 });
  expect(first?.init_images).toBeUndefined();
  expect(second).toMatchObject({ seed: 8, denoising_strength: 0.5 });
  expect(second?.init_images).toHaveLength(1);
  expect(generator.note?.()).toMatch(/^the model generates \d+(\.\d)? images per second/);
});

test('controls reach the next image, styles by their files', async () => {
  const { peer, generator } = await open({ faults: 0 });
  expect(generator.controls?.map(({ name }) => name)).toEqual([
    ...['seed', 'picture', 'strength', 'zoom', 'pan', 'camera', 'negative', 'steps', 'guidance'],
    ...['style', 'style_strength'],
  ]);
  const dream = await dreamOn(generator, { controls: { seed: 99, strength: 0.3 } });
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.receipt('one');
  generator.control?.('negative', 'people');
  generator.control?.('style_strength', 0.6);
  generator.control?.('style', 'ink');
  await until('the style is asked for', () => peer.asked.at(-1)?.lora !== undefined);
  expect(peer.asked.at(-1)).toMatchObject({
    negative_prompt: 'people',
    denoising_strength: 0.3,
    lora: [{ path: 'ink.safetensors', multiplier: 0.6 }],
  });
  expect(peer.asked[1]?.seed).toBe(99);
});

test('while the camera is on, each image is drawn on its newest frame', async () => {
  const { peer, generator } = await open({ faults: 0 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.receipt('one');
  const jpeg = await paint({ width: 400, height: 700 }, colourOf('my garden'), null, 1);
  generator.video?.('camera', { jpeg, at: Date.now() });
  const isGarden = async () => {
    const image = Buffer.from(peer.asked.at(-1)?.init_images?.[0] ?? '', 'base64');
    return image.length > 0 && distance(await meanColour(image), colourOf('my garden')) < 6;
  };
  await until('the camera’s picture is sent', isGarden);
  expect(peer.asked.at(-1)?.denoising_strength).toBe(0.5);
  generator.video?.('camera', null);
  await until('the last image again', async () => !(await isGarden()));
});

test('an engine that fails now and then is retried, and the dream continues', async () => {
  const { peer, generator } = await open({ faults: 0.2, seed: 11 });
  const { seen } = await twoPrompts(generator);
  await until('two faults', () => peer.faults.length >= 2 || seen.errors.length > 0);
  const before = seen.frames.length;
  await until('more frames', () => seen.frames.length > before + 5);
  expect(seen.errors).toEqual([]);
  expect(seen.shown.map(({ id }) => id)).toEqual(['one', 'two']);
});

test('an engine without memory ends the dream with a reason, and its own failures are reported before that', async () => {
  const { peer, generator } = await open({ faults: 0 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  peer.falls('memory');
  generator.prompt('one', 'a red desert');
  await until('the end', () => dream.seen.errors.length > 0);
  expect(dream.seen.errors).toEqual([
    'stable-diffusion.cpp is out of memory. A smaller model or image would fit.',
  ]);
  expect(dream.seen.words).toContainEqual(expect.stringMatching(/out of memory.*Trying again/));
  expect(dream.seen.frames).toEqual([]);
});

test('people who wait see that the engine is down, and their dream starts as soon as it is back', async () => {
  const { peer, generator } = await open({ faults: 0 });
  await peer.stop();
  const dream = await dreamOn(generator);
  await until('words', () => dream.seen.words.length > 0);
  expect(dream.seen.words[0]).toBe('stable-diffusion.cpp can’t be reached.');
  const back = await startSdcppPeer({ port: Number(new URL(peer.url).port), faults: 0 });
  closing.push(back.stop);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
});

test('a hostile list of styles is cut to what a panel can show, and a style that is gone ends the dream', async () => {
  const endless = Array.from({ length: 5000 }, (_, i) => ({ name: `style ${i}`, path: `${i}.safetensors` }));
  const loras = [
    ...[{ name: 7 }, null, 'ink', { name: '', path: 'empty' }, { name: 'none', path: 'n' }],
    ...[
      { name: `${'x'.repeat(4000)}\u0007`, path: 'long' },
      { name: ' \u202egnp\u0000.a\n', path: 'turned' },
    ],
    ...endless,
  ];
  const { generator } = await open({ faults: 0, loras });
  const style = generator.controls?.find(({ name }) => name === 'style') as { choices: string[] };
  expect(style.choices).toHaveLength(64);
  expect(style.choices.slice(0, 4)).toEqual(['none', 'x'.repeat(60), 'gnp .a', 'style 0']);
  expect(controlDeclarations.safeParse(generator.controls).success).toBe(true);
  const dream = await dreamOn(generator, { controls: { style: 'gone' } });
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await until('the end', () => dream.seen.errors.length > 0);
  expect(dream.seen.errors[0]).toMatch(/doesn’t have the style gone any more/);
});

test('another kind of server at its URL is reported as such', async () => {
  const peer = await startSdcppPeer();
  closing.push(peer.stop);
  const adapter = createSdcppAdapter({ ENGINE_URL: `${peer.url}/elsewhere` });
  await expect(adapter.prepare(() => {}, new AbortController().signal)).rejects.toThrow(
    /stable-diffusion.cpp answered 404/,
  );
});
