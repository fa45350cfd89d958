import { afterEach, expect, test } from 'vitest';
import {
  type DreamversePeerOptions,
  startDreamversePeer,
  toneOf,
} from '../../../../tests/engines/dreamverse-peer.ts';
import { dreamOn, openOn } from '../../../../tests/engines/engine-stage.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import type { SessionEvents } from '../kit/adapter.ts';
import { createDreamverseAdapter } from './dreamverse.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(mood: DreamversePeerOptions = {}) {
  const peer = await startDreamversePeer(mood);
  closing.push(peer.stop);
  const words: string[] = [];
  const generator = await openOn(createDreamverseAdapter({ ENGINE_URL: peer.url }), words);
  closing.push(async () => generator.close?.());
  return { peer, generator, words };
}

async function dreaming(mood: DreamversePeerOptions = {}) {
  const opened = await open(mood);
  const dream = await dreamOn(opened.generator);
  await dream.isReady();
  opened.generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
  return { ...opened, dream };
}
const sent = (peer: { received: { type: string }[] }, type: string) =>
  peer.received.filter((message) => message.type === type);

test('segments play as one video, and a receipt is on the first frame of its segment', async () => {
  const { generator, dream } = await dreaming();
  expect(generator).toMatchObject({ name: 'dreamverse', version: 'toy-ltx2' });
  for (const [id, from, to] of [
    ['two', 'a red desert', 'a deep sea'],
    ['three', 'a deep sea', 'a red desert'],
  ] as const) {
    generator.prompt(id, to);
    await dream.receipt(id);
    expect(await dream.turnedAt(id, from, to)).toBeGreaterThan(0.9);
  }
  expect(dream.seen.errors).toEqual([]);
});

test('both limits, segments in a row and a session’s time, are renewed from the last frame without a word', async () => {
  const { peer, generator, dream } = await dreaming({ faults: 0, cap: 2, sessionSeconds: 6 });
  await until('other projects', () => sent(peer, 'project_init_v1').length >= 2);
  generator.prompt('two', 'a deep sea');
  await dream.receipt('two');
  await until('another session', () => sent(peer, 'session_init_v2').length >= 2);
  const renewed = peer.received.filter(({ type }) => /^(project|session)_init/.test(type)).slice(1);
  for (const { initial_image } of renewed)
    expect(initial_image?.data_url).toMatch(/^data:image\/jpeg;base64,\/9j\//);
  expect(renewed.at(-1)?.curated_prompts).toEqual(['a deep sea']);
  const before = dream.seen.frames.length;
  await until('more frames', () => dream.seen.frames.length > before + 20);
  expect(dream.seen).toMatchObject({ errors: [] });
  expect(dream.seen.words.filter((words) => /again|a new image/.test(words))).toEqual([]);
});

test('a pause holds the dream, and a prompt that the safety filter rejects leaves the one before', async () => {
  const { peer, generator, dream } = await dreaming({ faults: 0 });
  generator.control?.('pause', true);
  await until('it rests', () => sent(peer, 'set_generation_paused').length === 1);
  generator.prompt('two', 'a deep sea');
  generator.control?.('pause', false);
  await dream.turnsInto('a deep sea');
  generator.prompt('three', 'a forbidden city');
  await until('it is rejected', () => dream.seen.words.includes('Dreamverse rejected the request.'));
  generator.prompt('four', 'a red desert');
  await dream.turnsInto('a red desert');
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one', 'two', 'four']);
});

test('its sound goes with its pictures, in packets of 20 ms that only pause when the pictures do', async () => {
  const peer = await startDreamversePeer({ faults: 0 });
  closing.push(peer.stop);
  const packets: { samples: Float32Array; timestamp: number }[] = [];
  const shown: { id: string; at: number }[] = [];
  const drawn: number[] = [];
  const events: SessionEvents = {
    state() {},
    images: (burst) => {
      drawn.push(Date.now());
      for (const { shown: id } of burst) if (id) shown.push({ id, at: Date.now() });
    },
    sound: (samples, timestamp) => void packets.push({ samples, timestamp }),
    alive() {},
    failed: (fault) => expect.fail(fault.message),
  };
  const prompt = { id: 'one', text: 'a red desert' };
  const session = createDreamverseAdapter({ ENGINE_URL: peer.url }).open(
    { seed: 1, values: {}, prompt, last: null },
    events,
  );
  closing.push(() => session.end());
  await until('sound', () => packets.length > 20);
  session.prompt({ id: 'two', text: 'a deep sea' });
  await until('the second prompt', () => shown.some(({ id, at }) => id === 'two' && Date.now() - at > 600));
  const turnsAt = shown.find(({ id }) => id === 'two')?.at ?? 0;
  expect(Math.abs(changesAt(packets) - turnsAt)).toBeLessThan(60);
  const gaps = packets.slice(1).map(({ timestamp }, i) => timestamp - (packets[i]?.timestamp ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(0);
  // A machine that is too busy for the next segment pauses both, by about as much.
  const longestPause = Math.max(...drawn.slice(1).map((at, i) => at - (drawn[i] ?? 0)));
  const isBusy = longestPause > 75;
  expect(Math.max(...gaps.map((gap) => Math.abs(gap - 20)))).toBeLessThan(isBusy ? longestPause + 100 : 3);
  expect(gaps.filter((gap) => Math.abs(gap - 20) > 3).length).toBeLessThan(gaps.length / 20);
  expect(packets.every(({ samples }) => samples.length === 1920)).toBe(true);

  /** The packet that first sounds like the second prompt. */
  function changesAt(all: typeof packets): number {
    const tone = toneOf('a deep sea');
    return all.find(({ samples }) => Math.abs(pitchOf(samples) - tone) < 26)?.timestamp ?? 0;
  }
});

/** Counts zero crossings of the left channel; exact to 25 Hz. */
function pitchOf(samples: Float32Array): number {
  let crossings = 0;
  for (let i = 2; i < samples.length; i += 2)
    if (Math.sign(samples[i] ?? 0) !== Math.sign(samples[i - 2] ?? 0)) crossings += 1;
  return crossings * 25;
}

test('people ahead at the only GPU are shown, and waited for', async () => {
  const { peer, dream: first, generator } = await dreaming({ faults: 0 });
  const other = await openOn(createDreamverseAdapter({ ENGINE_URL: peer.url }));
  closing.push(async () => other.close?.());
  const second = await dreamOn(other);
  await second.isReady();
  other.prompt('one', 'a deep sea');
  await until('its place', () => second.seen.words.includes('1 other dream is ahead at Dreamverse'));
  await generator.stop();
  await second.turnsInto('a deep sea');
  expect([first.seen.errors, second.seen.errors]).toEqual([[], []]);
});

test('out of memory, and a server that still compiles, are reported in words', async () => {
  const { peer, generator, dream } = await dreaming({ faults: 0 });
  peer.falls('memory');
  await until('the reason', () =>
    dream.seen.words.some((words) => /^Dreamverse is out of memory\./.test(words)),
  );
  generator.prompt('two', 'a deep sea');
  await dream.turnsInto('a deep sea');
  peer.warms(1);
  const words: string[] = [];
  const adapter = createDreamverseAdapter({ ENGINE_URL: peer.url });
  const prepare = () => adapter.prepare((text) => void words.push(text), new AbortController().signal);
  await expect(prepare()).rejects.toThrow('Dreamverse answered 503');
  expect(words).toEqual(['Dreamverse is compiling its model, which takes tens of minutes the first time']);
});
