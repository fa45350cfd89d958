import { expect, test } from 'vitest';
import { JitterBuffer } from './jitter-buffer.ts';
import { PACKET_SAMPLES, SAMPLE_RATE } from './sound-format.ts';

const BLOCK = 128;
const BLOCK_MS = (BLOCK * 1000) / SAMPLE_RATE;
/** ms since the epoch, as in a real dream */
const START = 1_795_900_000_000;
const FRAME_MS = 62.5;
const PICTURE_AGE_MS = 90;
const TONE_HZ = 440;
const LOUD = 0.5;

interface Network {
  seconds: number;
  /** ms from its first sample until a packet arrives; null if it never does */
  delay(packet: number): number | null;
  /** error of a packet's timestamp, in ms */
  skew?(packet: number): number;
  /** rate of the page's clock of sound, as a share of the right one */
  clock?: number;
  /** second from which the offset counts */
  from?: number;
}

/** Plays a tone and a picture through a network, with a set clock, and returns what is heard. */
function play({ seconds, delay, skew = () => 0, clock = 1, from = 1 }: Network) {
  const buffer = new JitterBuffer();
  const events: { wall: number; happen: () => void }[] = [];
  for (let packet = 0; packet * 20 < seconds * 1000; packet++) {
    const late = delay(packet);
    const at = START + packet * 20;
    const tone = Float32Array.from({ length: PACKET_SAMPLES }, (_, index) => {
      const seconds = (packet * PACKET_SAMPLES + index) / SAMPLE_RATE;
      return LOUD * Math.sin(2 * Math.PI * TONE_HZ * seconds);
    });
    if (late === null) continue;
    const wall = at + late;
    events.push({ wall, happen: () => buffer.push(at + skew(packet), [tone, tone], wall) });
  }
  for (let at = 0; at < seconds * 1000; at += FRAME_MS) {
    const wall = START + at + PICTURE_AGE_MS;
    events.push({ wall, happen: () => buffer.picture.drew(START + at, wall) });
  }
  events.sort((one, other) => one.wall - other.wall);
  const heard: number[] = [];
  const offsets: number[] = [];
  const [left, right] = [new Float32Array(BLOCK), new Float32Array(BLOCK)];
  for (let wall = START; wall < START + seconds * 1000; wall += BLOCK_MS * clock) {
    while (events[0] && events[0].wall <= wall) events.shift()?.happen();
    buffer.read(left, right, wall);
    heard.push(...left);
    // The picture on screen is the last one that was drawn.
    const shown = Math.floor((wall - START - PICTURE_AGE_MS) / FRAME_MS) * FRAME_MS;
    const { offset } = buffer.figures;
    const { age } = buffer.picture;
    if (offset !== null && age !== null && wall > START + from * 1000)
      offsets.push(wall - age + offset - (START + shown));
  }
  const sorted = offsets.map(Math.abs).sort((one, other) => one - other);
  return { heard, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, figures: buffer.figures };
}

/** Largest step between two samples; a click is a step that the tone itself doesn't make. */
const largestStep = (heard: readonly number[]) =>
  heard.reduce((largest, sample, at) => Math.max(largest, Math.abs(sample - (heard[at - 1] ?? 0))), 0);
const TONE_STEP = (LOUD * 2 * Math.PI * TONE_HZ) / SAMPLE_RATE;
const loudness = (heard: readonly number[]) =>
  Math.sqrt(heard.reduce((sum, sample) => sum + sample * sample, 0) / heard.length);

test('sound that comes in time is played unchanged, with the picture on screen', () => {
  const { heard, p95, figures } = play({ seconds: 5, delay: () => 40 });
  expect(figures).toMatchObject({ dropped: 0 });
  expect(p95).toBeLessThan(60);
  expect(loudness(heard.slice(SAMPLE_RATE))).toBeCloseTo(LOUD / Math.SQRT2, 2);
  expect(largestStep(heard)).toBeLessThan(TONE_STEP * 1.5);
});

test('packets that are late, missing, repeated or of an impossible time leave no click', () => {
  const { heard, p95, figures } = play({
    seconds: 8,
    delay: (packet) =>
      packet % 50 === 7 ? null : 40 + ((packet * 7919) % 50) + (packet % 90 === 3 ? 300 : 0),
    skew: (packet) => (packet % 70 === 9 ? 86_400_000 : (packet % 3) - 1),
  });
  expect(figures.dropped).toBeGreaterThan(3);
  expect(p95).toBeLessThan(60);
  expect(loudness(heard.slice(SAMPLE_RATE))).toBeGreaterThan(0.3);
  expect(largestStep(heard)).toBeLessThan(TONE_STEP * 3);
});

test('a clock that runs faster or slower is followed, within what nobody hears', () => {
  for (const clock of [1.002, 0.998]) {
    const { heard, p95, figures } = play({ seconds: 20, delay: () => 40, clock });
    expect(p95).toBeLessThan(60);
    expect(figures.jumps).toBeLessThanOrEqual(1);
    expect(largestStep(heard)).toBeLessThan(TONE_STEP * 1.5);
  }
});

test('a gap fades to silence and comes back softly', () => {
  const { heard } = play({ seconds: 4, delay: (packet) => (packet > 75 && packet < 125 ? null : 40) });
  const middle = Math.floor((2 + PICTURE_AGE_MS / 1000 + 0.2) * SAMPLE_RATE);
  expect(loudness(heard.slice(middle, middle + 4800))).toBe(0);
  expect(loudness(heard.slice(3 * SAMPLE_RATE))).toBeGreaterThan(0.3);
  expect(largestStep(heard)).toBeLessThan(TONE_STEP * 3);
});

test('after a stall, the sound is soon with the picture again', () => {
  const { heard, p95, figures } = play({
    seconds: 12,
    delay: (packet) => (packet > 100 && packet < 140 ? (140 - packet) * 20 + 40 : 40),
    from: 8,
  });
  expect(p95).toBeLessThan(60);
  expect(figures.jumps).toBeLessThanOrEqual(4);
  expect(largestStep(heard)).toBeLessThan(TONE_STEP * 3);
});
