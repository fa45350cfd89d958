import { afterEach, expect, test } from 'vitest';
import { dreamOn, openOn } from '../../../../tests/engines/engine-stage.ts';
import { type KreaPeerOptions, startKreaPeer } from '../../../../tests/engines/krea-peer.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import type { EngineAdapter } from '../kit/adapter.ts';
import { blockOf, createBlockClock, firstOf } from './blocks.ts';
import { createKreaAdapter } from './krea.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function dreaming(mood: KreaPeerOptions = {}, patience: Partial<EngineAdapter> = {}) {
  const peer = await startKreaPeer(mood);
  closing.push(peer.stop);
  const generator = await openOn({ ...createKreaAdapter({ ENGINE_URL: peer.url }), ...patience });
  closing.push(async () => generator.close?.());
  const dream = await dreamOn(generator, { controls: { transition: 2 } });
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
  return { peer, generator, dream };
}

test('a receipt arrives when the prompt takes effect, which is in its second block', async () => {
  const { peer, generator, dream } = await dreaming();
  expect(generator).toMatchObject({ name: 'krea', isNonCommercial: true });
  expect(peer.received[0]).toMatchObject({
    prompt: 'a red desert',
    seed: 7,
    width: 832,
    height: 480,
    num_denoising_steps: 5,
  });
  for (const [id, text, before] of [
    ['two', 'a deep sea', 'a red desert'],
    ['three', 'a red desert', 'a deep sea'],
  ] as const) {
    generator.prompt(id, text);
    await dream.receipt(id);
    expect(await dream.turnedAt(id, before, text)).toBeGreaterThan(0.02);
    await dream.turnsInto(text);
  }
  expect(peer.received).toContainEqual({ prompt: 'a red desert', interp_steps: 2 });
});

test('a prompt that it already has isn’t sent, but still gets its receipt', async () => {
  const { peer, generator, dream } = await dreaming();
  generator.prompt('two', 'a red desert');
  await dream.receipt('two');
  expect(peer.received).toHaveLength(1);
});

test('a prompt that arrives before the first frame is kept until it can’t be lost', async () => {
  const peer = await startKreaPeer({ faults: 0 });
  closing.push(peer.stop);
  const generator = await openOn(createKreaAdapter({ ENGINE_URL: peer.url }));
  closing.push(async () => generator.close?.());
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  generator.prompt('two', 'a grey street');
  generator.prompt('three', 'a deep sea');
  await dream.turnsInto('a deep sea');
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one', 'three']);
});

test.each([
  ['cut', 'Krea Realtime closed the connection'],
  ['broken', 'The engine sent an image that can’t be read.'],
  ['flood', 'Krea Realtime sends video faster than it can be decoded.'],
] as const)('a failed session (%s) continues in another once the first is gone', async (into, words) => {
  const { peer, generator, dream } = await dreaming();
  peer.falls(into);
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
  await dream.receipt('two');
  expect(dream.seen.words.join()).toContain(words);
  expect(dream.seen.errors).toEqual([]);
  expect(peer.maxSessions()).toBe(1);
});

test('a session that silently retries a block forever is replaced', async () => {
  const { peer, generator, dream } = await dreaming({}, { patienceMs: 1500 });
  peer.falls('silent');
  await until('it is missed', () => dream.seen.words.some((word) => word.includes('sent no image')));
  peer.falls('none');
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
  expect(peer.maxSessions()).toBe(1);
});

test('another session follows when all blocks are generated', async () => {
  const { peer, dream } = await dreaming({ maxBlocks: 4, faults: 0 });
  await until('another', () => peer.received.filter(({ num_blocks: blocks }) => blocks).length > 1);
  expect(dream.seen.errors).toEqual([]);
  expect(peer.maxSessions()).toBe(1);
});

test('a dream that it refuses ends with its error', async () => {
  const peer = await startKreaPeer();
  closing.push(peer.stop);
  peer.falls('refusing');
  const generator = await openOn(createKreaAdapter({ ENGINE_URL: peer.url }));
  closing.push(async () => generator.close?.());
  const dream = await dreamOn(generator);
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await until('the end', () => dream.seen.errors.length > 0);
  expect(dream.seen.errors).toEqual(['Krea Realtime rejected the request: Field required']);
});

test('blocks are identified by their number of frames, and a receipt is late rather than early', () => {
  expect([0, 8, 9, 20, 21].map(blockOf)).toEqual([0, 0, 1, 1, 2]);
  expect([0, 1, 2].map(firstOf)).toEqual([0, 9, 21]);
  const clock = createBlockClock();
  clock.came(0, 0);
  expect(clock.showsFrom(100)).toBe(3);
  clock.came(9, 1000);
  expect(clock.showsFrom(1100)).toBe(4);
  // the next block is due, so it may be finished and the one after it started
  expect(clock.showsFrom(1900)).toBe(5);
});
