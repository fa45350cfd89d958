import { afterEach, expect, test } from 'vitest';
import { dreamOn, openOn } from '../../../../tests/engines/engine-stage.ts';
import { FAL_KEY, startFalPeer } from '../../../../tests/engines/fal-peer.ts';
import { colourOf, distance, meanColour, paint } from '../../../../tests/engines/peer-images.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import { createFalAdapter } from './fal.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(mood: Parameters<typeof startFalPeer>[0] = {}) {
  const peer = await startFalPeer(mood);
  closing.push(peer.stop);
  const generator = await openOn(createFalAdapter({ ENGINE_URL: peer.url, ENGINE_KEY: FAL_KEY }));
  closing.push(async () => generator.close?.());
  return { peer, generator };
}

test('each image is drawn on the last, two for one, and requests are counted', async () => {
  const { peer, generator } = await open({ faults: 0 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one', 'two']);
  expect(peer.asked[0]).toMatchObject({ output_feedback_strength: 1, seed: 7, enable_interpolation: true });
  expect(peer.asked[1]).toMatchObject({ output_feedback_strength: 0.5, seed: 8, num_inference_steps: 3 });
  expect(generator.note?.()).toMatch(
    /images per second.*; \d+ images requested from fal, each billed to its key$/,
  );
});

test('while the camera is on, each image edits its newest frame, and nothing of fal’s last image', async () => {
  const { peer, generator } = await open({ faults: 0 });
  expect(generator.controls?.find(({ kind }) => kind === 'video')).toMatchObject({ width: 704, height: 704 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.receipt('one');
  const jpeg = await paint({ width: 704, height: 704 }, colourOf('my garden'), null, 1);
  generator.video?.('camera', { jpeg, at: Date.now() });
  const isGarden = async () => {
    const { image_url: url = '', output_feedback_strength: own } = peer.asked.at(-1) ?? {};
    const image = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
    return own === 1 && distance(await meanColour(image), colourOf('my garden')) < 6;
  };
  await until('the camera’s picture is sent', isGarden);
  generator.video?.('camera', null);
  await until('the last image again', async () => !(await isGarden()));
  expect(peer.asked.at(-1)?.output_feedback_strength).toBe(0.5);
});

test('a connection that breaks, answers twice or wrongly is reopened with another token', async () => {
  const { peer, generator } = await open({ faults: 0.3, seed: 3 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await until('another line', () => peer.opened() > 1 || dream.seen.errors.length > 0);
  await dream.turnsInto('a red desert');
  expect(dream.seen.errors).toEqual([]);
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one']);
});

test('rejected tokens end the dream with fal’s error', async () => {
  const { peer, generator } = await open({ faults: 0, tokenMs: 0 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await until('the end', () => dream.seen.errors.length > 0);
  expect(dream.seen.errors[0]).toBe('fal rejected the request: Unauthorized');
  expect(peer.asked).toEqual([]);
});

test('a wrong key ends the start with a reason', async () => {
  const peer = await startFalPeer();
  closing.push(peer.stop);
  const adapter = createFalAdapter({ ENGINE_URL: peer.url, ENGINE_KEY: 'wrong' });
  await expect(openOn(adapter)).rejects.toThrow('fal rejects the key (401). Check ENGINE_KEY.');
});
