import { afterEach, expect, test } from 'vitest';
import { type BiomePeerOptions, startBiomePeer } from '../../../../tests/engines/biome-peer.ts';
import { dreamOn, openOn } from '../../../../tests/engines/engine-stage.ts';
import { colourOf, distance, meanColour, mixedColours } from '../../../../tests/engines/peer-images.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import { checkWorkerSettings } from '../../contract/settings.ts';
import { createBiomeAdapter } from './biome.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function dreaming(mood: BiomePeerOptions = {}) {
  const peer = await startBiomePeer(mood);
  closing.push(peer.stop);
  const generator = await openOn(createBiomeAdapter({ ENGINE_URL: peer.url }));
  closing.push(async () => generator.close?.());
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
  return { peer, generator, dream };
}
type Peer = Awaited<ReturnType<typeof startBiomePeer>>;
const kinds = (peer: Peer) => peer.received.map(({ type }) => type).filter((type) => type !== 'control');

test('the first prompt makes a scene, further ones edit it, and a receipt is on the first frame of its scene', async () => {
  const { peer, generator, dream } = await dreaming();
  expect(generator).toMatchObject({ version: 'Overworld/Waypoint-1.5-1B-360P', isNonCommercial: true });
  generator.prompt('two', 'a deep sea');
  await dream.receipt('two');
  expect(await dream.turnedAt('two', 'a red desert', 'a deep sea')).toBeGreaterThan(0.2);
  await dream.turnsInto('a deep sea');
  generator.control?.('fresh', true);
  peer.falls('lost');
  generator.prompt('three', 'a red desert');
  await dream.receipt('three');
  await dream.turnsInto('a red desert');
  expect(peer.faults).toContain('lost');
  expect(kinds(peer).slice(0, 2)).toEqual(['init', 'generate_scene']);
  expect(kinds(peer)).toContain('scene_edit');
  expect(dream.seen.errors).toEqual([]);
});

test('keys and sticks become its buttons and mouse, for as long as they are held', async () => {
  const { peer, generator, dream } = await dreaming({ faults: 0 });
  const brighter = mixedColours(colourOf('a red desert'), [255, 255, 255], 0.5);
  generator.control?.('move', 'steer:look_x:-0.5 walk:-1 jump');
  await until('it walks', async () => {
    const last = dream.seen.frames.at(-1);
    return last && distance(await meanColour(last), brighter) < 24;
  });
  const held = peer.received.find(({ type }) => type === 'control');
  expect(held).toMatchObject({ buttons: ['W', 'SPACE'], mouse_dx: -6, mouse_dy: 0 });
  generator.control?.('move', 'steer:');
  await dream.turnsInto('a red desert');
});

test('an edit waits while the world is paused, where it would hang', async () => {
  const { peer, generator, dream } = await dreaming({ faults: 0 });
  generator.control?.('pause', true);
  await until('it is paused', () => kinds(peer).includes('pause'));
  generator.prompt('two', 'a deep sea');
  generator.control?.('pause', false);
  await dream.turnsInto('a deep sea');
  generator.prompt('three', 'a forbidden city');
  await until('its rejection', () => dream.seen.words.includes('Biome’s safety check rejected this prompt.'));
  expect(kinds(peer)).toEqual(['init', 'generate_scene', 'pause', 'resume', 'scene_edit', 'scene_edit']);
  expect(peer.faults).toEqual([]);
});

test('a prompt whose first image was lost with the connection is repeated', async () => {
  const { peer, generator, dream } = await dreaming({ faults: 0 });
  peer.falls('left');
  generator.prompt('two', 'a deep sea');
  await dream.receipt('two');
  await dream.turnsInto('a deep sea');
  expect(kinds(peer)).toEqual(['init', 'generate_scene', 'scene_edit', 'init', 'scene_edit']);
});

test('after a break it starts again from the last image, and doesn’t repeat a prompt that is shown', async () => {
  const { peer, dream } = await dreaming({ faults: 0 });
  peer.falls('memory');
  await until('the reason', () => dream.seen.words.some((words) => /^Biome is out of memory\./.test(words)));
  await until('another session', () => kinds(peer).filter((kind) => kind === 'init').length === 2);
  const frames = dream.seen.frames.length;
  await until('its frames', () => dream.seen.frames.length > frames + 20);
  await dream.turnsInto('a red desert');
  expect(kinds(peer)).toEqual(['init', 'generate_scene', 'init']);
  expect(dream.seen.shown).toHaveLength(1);
});

test('its terms are kept: nothing beyond this machine, one person, no plans', async () => {
  const adapter = createBiomeAdapter({ ENGINE_URL: 'http://10.0.0.7:7987' });
  await expect(adapter.prepare(() => {}, new AbortController().signal)).rejects.toThrow(
    'Biome’s terms forbid access from any network.',
  );
  const faults: string[] = [];
  const check = (given: Record<string, string>) =>
    checkWorkerSettings({ GENERATOR: 'biome', ...given }, (name) => void faults.push(name));
  check({ ENGINE_URL: 'ws://gpu:7987', RELAY_URL: 'wss://your.host', PUBLIC_URL: 'https://your.host' });
  check({ HOST: '0.0.0.0', WORKERS: 'embedded:2', STRIPE_SECRET_KEY: 'sk_test_1' });
  expect(faults).toEqual(['ENGINE_URL', 'RELAY_URL', 'PUBLIC_URL', 'HOST', 'WORKERS', 'STRIPE_SECRET_KEY']);
  faults.length = 0;
  check({
    ENGINE_URL: 'ws://127.0.0.1:7987',
    HOST: '::1',
    WORKERS: 'embedded',
    PUBLIC_URL: 'http://localhost:3000',
  });
  expect(faults).toEqual([]);
});
