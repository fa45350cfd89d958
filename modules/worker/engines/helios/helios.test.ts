import { afterEach, expect, test } from 'vitest';
import { dreamOn, openOn } from '../../../../tests/engines/engine-stage.ts';
import {
  HELIOS_KEY,
  type HeliosPeerOptions,
  startHeliosPeer,
} from '../../../../tests/engines/helios-peer.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import type { EngineAdapter } from '../kit/adapter.ts';
import { createHeliosAdapter } from './helios.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(mood: HeliosPeerOptions = {}, patience: Partial<EngineAdapter> = {}) {
  const peer = await startHeliosPeer(mood);
  closing.push(peer.stop);
  const adapter = createHeliosAdapter({ ENGINE_URL: peer.url, ENGINE_KEY: mood.key });
  const generator = await openOn({ ...adapter, ...patience });
  closing.push(async () => generator.close?.());
  return { peer, generator };
}

async function dreaming(mood: HeliosPeerOptions = {}, patience: Partial<EngineAdapter> = {}) {
  const opened = await open(mood, patience);
  const dream = await dreamOn(opened.generator, { controls: { transition: 0 } });
  await dream.isReady();
  opened.generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
  return { ...opened, dream };
}

test('a prompt’s receipt arrives with the first frame of the chunk that starts with it', async () => {
  const { peer, generator, dream } = await dreaming({ key: HELIOS_KEY });
  expect(generator.version).toBe('BestWishYsh/Helios-Distilled');
  // no chunk starts with a prompt that was superseded
  generator.prompt('passed over', 'a grey street');
  generator.prompt('two', 'a deep sea');
  await dream.receipt('two');
  expect(await dream.turnedAt('two', 'a red desert', 'a deep sea')).toBeGreaterThan(0.02);
  await dream.turnsInto('a deep sea');
  // an unchanged prompt already shows in the next frame
  generator.prompt('three', 'a deep sea');
  await dream.receipt('three');
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one', 'two', 'three']);
  expect(peer.received[0]).toMatchObject({
    type: 'session.start',
    prompt: 'a red desert',
    format: 'm4s',
    width: 640,
    height: 384,
    fps: 16,
    seed: 7,
    guidance_scale: 1,
    extra_params: { is_enable_stage2: true, pyramid_num_stages: 3 },
  });
  expect(peer.received.filter(({ type }) => type === 'session.interaction')).toHaveLength(2);
  expect(generator.note?.()).toMatch(/^the model generates \d+(\.\d)? images per second/);
});

test('it is paced by shown frames, and a transition takes its chunks', async () => {
  // four times faster than playback: without pacing it would run far ahead
  const { peer, generator, dream } = await dreaming({ imageMs: 4, chunkFrames: 24, faults: 0 });
  await until('it has waited for what was shown', () =>
    peer.received.some(({ position_seconds: seconds }) => (seconds ?? 0) > 1),
  );
  generator.control?.('transition', 3);
  generator.prompt('two', 'a deep sea');
  await dream.receipt('two');
  expect(await dream.turnedAt('two', 'a red desert', 'a deep sea')).toBeLessThan(0.6);
  await dream.turnsInto('a deep sea');
  expect(peer.received.findLast(({ interaction }) => interaction)?.interaction?.transition_chunks).toBe(3);
});

test('a server that can’t be paced runs unpaced', async () => {
  const { peer, dream } = await dreaming({ isShared: true, faults: 0 });
  expect(peer.received.filter(({ type }) => type === 'session.start')).toHaveLength(2);
  expect(peer.received.some(({ type }) => type === 'session.playback')).toBe(false);
  expect(dream.seen.errors).toEqual([]);
});

test.each([
  ['cut', 'closed the connection'],
  ['half', 'sent half a chunk'],
  ['early', 'ended its video'],
  ['error', 'illegal memory access'],
  ['noise', 'sent a video that can’t be read'],
] as const)('a failed session (%s) continues in another with the last prompt', async (into, words) => {
  const { peer, generator, dream } = await dreaming();
  peer.falls(into);
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
  await dream.receipt('two');
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one', 'two']);
  expect(dream.seen.words.join()).toContain(words);
  expect(dream.seen.errors).toEqual([]);
  // The peer's seeded faults may break it off once more.
  expect(peer.faults).toContain(into);
});

test('a stuck session is replaced', async () => {
  const { peer, generator, dream } = await dreaming({}, { patienceMs: 1000 });
  peer.falls('silent');
  await until('it is missed', () => dream.seen.words.some((word) => word.includes('no image for 1 s')));
  peer.falls('none');
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
});

test('it continues after its video ends', async () => {
  const { peer, dream } = await dreaming({ maxFrames: 40, faults: 0 });
  await until('another', () => peer.received.filter(({ type }) => type === 'session.start').length > 1);
  expect(dream.seen.errors).toEqual([]);
});

test('a dream ends with a reason if memory never suffices or the key is wrong', async () => {
  const { peer, generator } = await open({ faults: 0 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  peer.falls('memory');
  generator.prompt('one', 'a red desert');
  await until('the end', () => dream.seen.errors.length > 0);
  expect(dream.seen.errors).toEqual(['Helios is out of memory. A smaller model or image would fit.']);

  const locked = await startHeliosPeer({ key: HELIOS_KEY });
  closing.push(locked.stop);
  const adapter = createHeliosAdapter({ ENGINE_URL: locked.url, ENGINE_KEY: 'wrong' });
  await expect(adapter.prepare(() => {}, new AbortController().signal)).rejects.toMatchObject({
    message: 'Helios rejects the key (401). Check ENGINE_KEY.',
    isFinal: true,
  });
});

test('ending a dream leaves nothing running', async () => {
  const { peer, generator } = await dreaming();
  await generator.stop();
  expect(peer.received.at(-1)).toEqual({ type: 'session.stop' });
});
