import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDream, type Dream } from './dream.ts';
import { createMirror, MIRROR } from './layers/effects/mirror.ts';
import { createSurface } from './surface.ts';

const FPS = 16;
const SIZE = { width: 1280, height: 720 };
/** Twice the size that `pixels` reduces to. The painter always works at full size, but smaller frames encode faster. */
const SMALL = { width: 320, height: 180 };

/** Paints frames and returns a digest of each one's JPEG. */
function digests(seed: number, prompts: Record<number, string>, frames: number): string[] {
  const dream = createDream({ ...SIZE, seed });
  const result: string[] = [];
  for (let i = 0; i < frames; i++) {
    const prompt = prompts[i];
    if (prompt !== undefined) dream.prompt(`p${i}`, prompt);
    dream.next(FPS);
    result.push(createHash('sha256').update(dream.jpeg(80)).digest('hex'));
  }
  return result;
}

async function pixels(dream: Dream): Promise<Buffer> {
  return sharp(dream.jpeg(95)).resize(160, 90).removeAlpha().raw().toBuffer();
}

function difference(a: Buffer, b: Buffer): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length;
}

/** Paints until a waiting prompt shows. @returns the number of frames painted */
function untilShown(dream: Dream, id: string): number {
  for (let i = 1; i < 64; i++) if (dream.next(FPS).shown === id) return i;
  throw new Error(`${id} never showed`);
}

describe('a dream', () => {
  test('is the same for the same seed and prompts at the same frames', () => {
    const prompts = { 0: 'a calm ocean at sunset', 2: 'neon city in the rain at night', 6: 'zxqv blorp' };
    expect(digests(7, prompts, 9)).toEqual(digests(7, prompts, 9));
  });

  test('differs by seed and by prompt', () => {
    const first = digests(1, { 0: 'mountains' }, 1)[0];
    expect(digests(2, { 0: 'mountains' }, 1)[0]).not.toBe(first);
    expect(digests(1, { 0: 'mountains at night' }, 1)[0]).not.toBe(first);
    expect(digests(1, { 0: 'blorp' }, 1)[0]).not.toBe(digests(1, { 0: 'quux' }, 1)[0]);
  });

  test('draws nothing before the first prompt, then shows it in the very next frame', () => {
    const dream = createDream({ ...SIZE, seed: 3 });
    expect(dream.next(FPS)).toMatchObject({ drawn: false, shown: null });
    dream.prompt('a', 'dunes');
    expect(dream.next(FPS)).toMatchObject({ drawn: true, shown: 'a' });
  });

  test('fades from one prompt to the next within a second and without a jump', async () => {
    const dream = createDream({ ...SMALL, seed: 5 });
    dream.prompt('a', 'a snowy field in the morning');
    dream.next(FPS);
    dream.prompt('b', 'a dark forest at midnight');
    untilShown(dream, 'b');
    const steps: number[] = [];
    let before = await pixels(dream);
    const start = before;
    for (let i = 0; i < FPS + 4; i++) {
      dream.next(FPS);
      const now = await pixels(dream);
      steps.push(difference(before, now));
      before = now;
    }
    const whole = difference(start, before);
    expect(whole).toBeGreaterThan(30);
    expect(Math.max(...steps)).toBeLessThan(whole * 0.2);
    const settled = steps.findLastIndex((step) => step > whole * 0.02) + 1;
    expect(settled).toBeGreaterThanOrEqual(FPS - 5);
    expect(settled).toBeLessThanOrEqual(FPS + 1);
  });

  test('accepts a prompt in the middle of a fade without a jump', async () => {
    const dream = createDream({ ...SMALL, seed: 6 });
    const prompts = ['a snowy field in the morning', 'a dark cave', 'desert at noon', 'night sea', 'lava'];
    dream.prompt('0', prompts[0] ?? '');
    dream.next(FPS);
    let before = await pixels(dream);
    let largest = 0;
    for (const [i, prompt] of prompts.slice(1).entries()) {
      dream.prompt(`${i + 1}`, prompt);
      for (let frame = 0; frame < 6; frame++) {
        dream.next(FPS);
        const now = await pixels(dream);
        largest = Math.max(largest, difference(before, now));
        before = now;
      }
    }
    expect(largest).toBeLessThan(28);
  });

  test('moves at the chosen speed, with or without grain', async () => {
    const drawn = (frames: number, motion: number, grain = false) => {
      const dream = createDream({ ...SMALL, seed: 5 });
      dream.prompt('a', 'a calm ocean at sunset');
      for (let i = 0; i < frames; i++) dream.next(FPS / 4, { motion, grain });
      return pixels(dream);
    };
    const [slow, fast, still] = [await drawn(4, 0.5), await drawn(2, 1), await drawn(2, 0)];
    // the same scene time, reached at half the pace
    expect(difference(slow, fast)).toBeLessThan(0.5);
    expect(difference(still, fast)).toBeGreaterThan(0.5);
    expect(difference(await drawn(2, 1, true), fast)).toBeGreaterThan(0.5);
  });

  test('is seen through a camera that moves near things more, and finds back to the picture as it was painted', async () => {
    const held = (axes: Record<string, number>, ...buttons: string[]) => ({ axes, buttons });
    const style = { motion: 0, grain: false };
    const begun = () => {
      const dream = createDream({ ...SMALL, seed: 5 });
      dream.prompt('a', 'a castle above the sea at noon');
      dream.next(FPS, style);
      return dream;
    };
    const dream = begun();
    const before = await pixels(dream);
    for (let i = 0; i < 10; i++) dream.next(4, { ...style, held: held({ pan: 1, walk: -1, zoom: 0.5 }) });
    const away = await pixels(dream);
    expect(difference(before, away)).toBeGreaterThan(3);
    const skipped = begun();
    for (let i = 0; i < 9; i++) skipped.skip(4, { ...style, held: held({ pan: 1, walk: -1, zoom: 0.5 }) });
    skipped.next(4, { ...style, held: held({ pan: 1, walk: -1, zoom: 0.5 }) });
    expect(await pixels(skipped)).toEqual(away);
    for (let i = 0; i < 20; i++) dream.next(4, { ...style, held: held({}, 'home') });
    expect(await pixels(dream)).toEqual(before);
  });

  test('keeps its scene through a prompt that only changes a detail', async () => {
    const seen = async (...prompts: string[]) => {
      const dream = createDream({ ...SMALL, seed: 4 });
      for (const [i, prompt] of prompts.entries()) {
        dream.prompt(String(i), prompt);
        untilShown(dream, String(i));
      }
      // Beyond the fade, in a few long steps.
      for (let i = 0; i < 5; i++) dream.next(4, { motion: 0, grain: false });
      return pixels(dream);
    };
    const place = 'a lighthouse by the sea at noon';
    const plain = await seen(place);
    expect(difference(plain, await seen(place, 'make it snow'))).toBeGreaterThan(2);
    const [kept, other] = [
      await seen(place, 'add birds'),
      await seen('a lighthouse by the sea at noon, birds'),
    ];
    expect(difference(plain, kept)).toBeLessThan(difference(plain, other) * 0.5);
  });

  test('never shows a prompt that was overtaken', () => {
    const dream = createDream({ ...SMALL, seed: 8 });
    dream.prompt('a', 'sea');
    dream.prompt('b', 'city');
    dream.prompt('c', 'forest');
    const shown: (string | null)[] = [dream.next(FPS).shown];
    dream.prompt('d', 'cave');
    dream.prompt('e', 'galaxy');
    while (shown.at(-1) !== 'e' && shown.length < 64) shown.push(dream.next(FPS).shown);
    for (let i = 0; i < 3; i++) shown.push(dream.next(FPS).shown);
    expect(shown.filter((id) => id !== null)).toEqual(['c', 'e']);
  });

  test.each([
    [1280, 720],
    [640, 360],
    [832, 480],
    [360, 640],
  ])('fills %i×%i with a 4:2:0 JPEG at any quality', async (width, height) => {
    const dream = createDream({ width, height, seed: 4 });
    dream.prompt('a', 'hills');
    dream.next(FPS);
    for (const quality of [30, 80, 100]) {
      expect(await sharp(dream.jpeg(quality)).metadata()).toMatchObject({
        format: 'jpeg',
        width,
        height,
        chromaSubsampling: '4:2:0',
      });
    }
    expect(dream.jpeg(30).length).toBeLessThan(dream.jpeg(90).length);
  });

  test.each([
    '🌊'.repeat(1000),
    'מגדלור בים סוער',
    '\u0000\u001b\u202e',
    '',
    '999 moons, 999 dragons, 999 elephants, 999 lanterns and 999 wolves on 999 icebergs',
    'gigantic enormous massive towering huge giant mountains over huge giant enormous waves',
  ])('draws hostile prompt %#', (prompt) => {
    const dream = createDream({ ...SIZE, seed: 9 });
    dream.prompt('a', prompt);
    dream.next(FPS);
    dream.next(FPS);
    expect(dream.jpeg(80).length).toBeGreaterThan(5000);
  });
});

describe('prompts with frames', () => {
  const STORY: [frame: number, text: string, softSeconds?: number][] = [
    [1, 'mountains by a lake'],
    [8, 'at night'],
    [8, 'with a full moon', 0],
    [16, 'a boat', 3],
  ];
  const SIZE = { width: 320, height: 180, seed: 5 };

  /** After the last prompt, while it fades in. */
  const LAST = 32;

  /** Frames 1 to the last, as pixels, when each prompt is sent so many frames ahead. */
  function play(ahead: number, from = 1) {
    const dream = createDream(SIZE);
    const shown: (string | null)[] = [];
    const frames: Buffer[] = [];
    for (let frame = 1; frame <= LAST; frame++) {
      for (const [due, text, softSeconds] of STORY)
        if (Math.max(1, due - ahead) === frame) dream.prompt(text, text, { frame: due, softSeconds });
      const drawn = frame < from ? dream.skip(FPS) : dream.next(FPS);
      shown.push(drawn.shown);
      if (frame >= from) frames.push(Buffer.from(dream.pixels()));
    }
    return { shown, frames };
  }

  let early: ReturnType<typeof play>;
  beforeAll(() => {
    early = play(40);
  });

  test('show at their frame, whenever they come', () => {
    const { shown, frames } = early;
    expect([shown[0], shown[7], shown[15]]).toEqual(['mountains by a lake', 'with a full moon', 'a boat']);
    expect(shown.filter(Boolean)).toHaveLength(3);
    const late = play(0);
    expect(late.shown).toEqual(shown);
    expect(late.frames.every((one, index) => one.equals(frames[index] as Buffer))).toBe(true);
  });

  test('leave the same frames behind skipped ones', () => {
    const { shown, frames } = early;
    const skipping = play(40, 20);
    expect(skipping.shown).toEqual(shown);
    const rest = skipping.frames;
    expect(rest).toHaveLength(LAST - 19);
    expect(rest.every((one, index) => one.equals(frames[19 + index] as Buffer))).toBe(true);
  });

  test('repeat a dream whose prompts came by themselves', () => {
    const spoken = createDream(SIZE);
    const timeline: [number, string][] = [];
    const frames: Buffer[] = [];
    for (let frame = 1; frame <= 32; frame++) {
      if (frame === 1) spoken.prompt('a', 'a forest');
      if (frame === 6) spoken.prompt('b', 'in winter');
      if (frame === 7) spoken.prompt('c', 'with an owl');
      const { shown } = spoken.next(FPS);
      if (shown === 'c') timeline.push([frame, 'in winter'], [frame, 'with an owl']);
      if (shown === 'a') timeline.push([frame, 'a forest']);
      frames.push(Buffer.from(spoken.pixels()));
    }
    expect(timeline).toHaveLength(3);
    const again = createDream(SIZE);
    for (const [frame, text] of timeline) again.prompt(text, text, { frame });
    for (const one of frames) {
      again.next(FPS);
      expect(one.equals(again.pixels())).toBe(true);
    }
  });

  test('let a spoken prompt come between them', () => {
    const dream = createDream(SIZE);
    dream.prompt('first', 'a sea', { frame: 1 });
    dream.prompt('later', 'a storm', { frame: 30 });
    const shown: (string | null)[] = [];
    for (let frame = 1; frame <= 40; frame++) {
      if (frame === 5) dream.prompt('spoken', 'a lighthouse');
      shown.push(dream.skip(FPS).shown);
    }
    expect(shown.filter(Boolean)).toEqual(['first', 'spoken', 'later']);
    expect(shown[29]).toBe('later');
  });
});

test('a camera is in the painting only while it is on, and leaves no trace in it', async () => {
  const mirror = createMirror();
  const [alone, seen] = [1, 2].map(() => createDream({ width: 320, height: 180, seed: 4 }));
  if (!alone || !seen) throw new Error('no dreams');
  const style = { motion: 1, grain: false };
  const paint = (frames: number) => {
    for (let frame = 0; frame < frames; frame += 1) {
      alone.next(16, style);
      seen.next(16, { ...style, mirror });
    }
    return Buffer.compare(alone.pixels(), seen.pixels()) === 0;
  };
  for (const dream of [alone, seen]) dream.prompt('a', 'a calm lake at dawn');
  expect(paint(1)).toBe(true);
  const { canvas, context } = createSurface(MIRROR.width, MIRROR.height);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, MIRROR.width, MIRROR.height);
  await mirror.show(canvas.encodeSync('jpeg', 80));
  expect(paint(4)).toBe(false);
  await mirror.show(Uint8Array.of(1, 2, 3));
  mirror.hide();
  expect(paint(20)).toBe(true);
});
