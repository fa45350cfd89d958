import { afterEach, expect, test } from 'vitest';
import { writeAvi } from '../../../../tests/engines/avi-writer.ts';
import { dreamOn, openOn } from '../../../../tests/engines/engine-stage.ts';
import { startSdcppPeer } from '../../../../tests/engines/sdcpp-peer.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import { defaultsOf } from '../../../protocol/controls.ts';
import { splitAvi } from './avi.ts';
import { createSdcppAdapter } from './sdcpp.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(mood: Parameters<typeof startSdcppPeer>[0] = {}) {
  const peer = await startSdcppPeer({ clipMs: 60, ...mood });
  closing.push(peer.stop);
  const generator = await openOn(createSdcppAdapter({ ENGINE_URL: peer.url }));
  closing.push(async () => generator.close?.());
  return { peer, generator };
}

test('clips continue each other, and a prompt’s receipt arrives with the first frame that it changes', async () => {
  const { peer, generator } = await open({ faults: 0 });
  expect(generator.controls?.map(({ name }) => name)).toEqual([
    ...['seed', 'picture', 'frames', 'negative', 'steps', 'guidance', 'style', 'style_strength'],
  ]);
  expect(generator.hasSound).toBe(false);
  const dream = await dreamOn(generator, { controls: { frames: 9, style: 'ink', style_strength: 0.5 } });
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.turnsInto('a red desert');
  generator.prompt('two', 'a deep sea');
  await dream.receipt('two');
  const at = await dream.turnedAt('two', 'a red desert', 'a deep sea');
  expect(at).toBeGreaterThan(0.02);
  expect(at).toBeLessThan(0.6);
  await dream.turnsInto('a deep sea');
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one', 'two']);
  const [warming, first, second] = peer.clips.asked;
  expect(warming).toMatchObject({ video_frames: 5, output_format: 'avi' });
  expect(first).toMatchObject({
    ...{ prompt: 'a red desert', seed: 7, width: 512, height: 288, video_frames: 9, fps: 16 },
    sample_params: { sample_steps: 2, guidance: { txt_cfg: 1.5 } },
    lora: [{ path: 'ink.safetensors', multiplier: 0.5 }],
  });
  expect(first?.init_image).toBeUndefined();
  expect(second).toMatchObject({ seed: 8, init_image: expect.any(String) });
  expect(generator.note?.()).toMatch(/a clip takes about \d+ s$/);
});

test('a fast server doesn’t draw an old prompt far in advance', async () => {
  const { peer, generator } = await open({ faults: 0, clipMs: 5 });
  const dream = await dreamOn(generator, { controls: { frames: 33 } });
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await until('half a clip has played', () => dream.seen.frames.length > 12);
  // two clips at the start, since nothing was known of its speed; they play for four seconds
  expect(peer.clips.asked.length - 1).toBeLessThanOrEqual(2);
});

test('a clip’s sound goes with its frames, in packets of 20 ms', async () => {
  // a second and a half for each clip, which has a quarter of that in frames
  const pcm = Buffer.alloc(36_000 * 2);
  for (let i = 0; i < 36_000; i++) pcm.writeInt16LE(Math.round(8_000 * Math.sin(i / 8)), i * 2);
  const peer = await startSdcppPeer({ faults: 0, clipMs: 20, sound: { rate: 24_000, channels: 1, pcm } });
  closing.push(peer.stop);
  const adapter = createSdcppAdapter({ ENGINE_URL: peer.url });
  const { controls } = await adapter.prepare(() => {}, new AbortController().signal);
  expect(adapter.hasSound).toBe(true);
  const packets: { loudest: number; timestamp: number; length: number; at: number }[] = [];
  const prompt = { id: 'one', text: 'a red desert' };
  const dream = adapter.open(
    { seed: 1, values: { ...defaultsOf(controls), frames: 9 }, prompt, last: null },
    {
      ...{ state() {}, images() {}, alive() {}, failed() {} },
      sound: (samples, timestamp) =>
        void packets.push({
          loudest: Math.max(...samples),
          ...{ timestamp, length: samples.length, at: Date.now() },
        }),
    },
  );
  await until('sound', () => packets.length > 15);
  await dream.end();
  expect(packets.every(({ length }) => length === 1920)).toBe(true);
  expect(packets.filter(({ loudest }) => loudest > 0.2).length).toBeGreaterThan(packets.length * 0.8);
  for (const { timestamp, at } of packets) expect(Math.abs(timestamp - at)).toBeLessThan(250);
  const [first, second] = packets;
  expect((second?.timestamp ?? 0) - (first?.timestamp ?? 0)).toBeCloseTo(20, 3);
});

test('people see their place in the queue, and a dream that ends gives it up', async () => {
  const { peer, generator } = await open({ faults: 0 });
  const dream = await dreamOn(generator);
  await dream.isReady();
  peer.clips.others(4, 700);
  generator.prompt('one', 'a red desert');
  await until('it is full', () => dream.seen.words.some((words) => /queue is full/.test(words)));
  await until('its place', () => dream.seen.words.some((words) => /^Number \d in .*queue$/.test(words)));
  await generator.stop();
  expect(peer.clips.cancelled).toHaveLength(1);
});

test('failed, cancelled, expired and broken clips are requested again', async () => {
  const { peer, generator } = await open({ faults: 0.35, seed: 4, clipMs: 20 });
  const dream = await dreamOn(generator, { controls: { frames: 5 } });
  await dream.isReady();
  generator.prompt('one', 'a red desert');
  await dream.receipt('one');
  generator.prompt('two', 'a deep sea');
  await dream.receipt('two');
  await until(
    'faults of several kinds',
    () => new Set(peer.faults).size >= 3 || dream.seen.errors.length > 0,
  );
  expect(dream.seen.errors).toEqual([]);
  expect(dream.seen.shown.map(({ id }) => id)).toEqual(['one', 'two']);
});

test('AVI files are split into their frames and sound, and broken ones are refused', () => {
  const jpegs = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)];
  const pcm = Uint8Array.of(1, 0, 2, 0);
  const avi = writeAvi(jpegs, { width: 16, height: 16, fps: 16, sound: { rate: 24_000, channels: 1, pcm } });
  expect(splitAvi(avi, 'It')).toEqual({
    jpegs: jpegs.map((jpeg) => Buffer.from(jpeg)),
    sound: { rate: 24_000, channels: 1, pcm },
  });
  for (const sound of [undefined, { rate: 1, channels: 1, pcm }])
    expect(splitAvi(writeAvi(jpegs, { width: 16, height: 16, fps: 16, sound }), 'It').sound).toBeNull();
  for (let length = 0; length < avi.length; length += 3)
    expect(() => splitAvi(avi.subarray(0, length), 'It')).toThrow('It sent a video that can’t be read.');
  const other = Buffer.from(avi);
  other.write('XVID', avi.indexOf('MJPG', avi.indexOf('strf')));
  expect(() => splitAvi(other, 'It')).toThrow();
});
