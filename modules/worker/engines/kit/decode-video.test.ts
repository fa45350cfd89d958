import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import type { Colour } from '../../../../tests/engines/peer-images.ts';
import { openVideoWriter } from '../../../../tests/engines/video-writer.ts';
import { until } from '../../../../tests/wire/inbox.ts';
import { usageOf } from '../../../kit/children/usage.ts';
import { decodeVideo, type VideoDecoding } from './decode-video.ts';

const SIZE = { width: 64, height: 48, fps: 16 };
const grey = (value: number) => [value, value, value] as const;
const greys = Array.from({ length: 48 }, (_, i) => grey(20 + i * 4));

const furthest = (seen: number[], meant: readonly Colour[]) =>
  Math.max(...seen.map((value, i) => Math.abs(value - (meant[i]?.[0] ?? 0))));

const open: VideoDecoding[] = [];
afterEach(async () => {
  for (const video of open.splice(0)) await video.end();
});

function decoding(container: 'mp4' | 'ts') {
  const bursts: number[][] = [];
  const faults: string[] = [];
  const video = decodeVideo(container, 'The engine', {
    images: (burst) => {
      for (const { pixels, width, height } of burst) expect(pixels.length).toBe(width * height * 3);
      bursts.push(burst.map(({ pixels }) => pixels[0] ?? -1));
    },
    failed: (words) => faults.push(words),
  });
  open.push(video);
  return { video, bursts, faults, seen: () => bursts.flat() };
}

describe('a video that arrives in chunks', () => {
  test('fragmented MP4: each chunk yields its frames immediately, wherever it is cut', async () => {
    const writer = await openVideoWriter('mp4', SIZE);
    const { video, bursts, faults, seen } = decoding('mp4');
    for (let at = 0; at < greys.length; at += 12) {
      const chunk = await writer.write(greys.slice(at, at + 12));
      const cut = Math.floor(chunk.length / 3);
      video.write(chunk.subarray(0, cut));
      video.write(chunk.subarray(cut));
      // the muxer holds back the last frame until it knows its duration
      await until('the chunk’s frames', () => seen().length === at + 11);
    }
    video.write(await writer.close());
    await until('the last frame', () => seen().length === 48);
    expect(furthest(seen(), greys)).toBeLessThan(4);
    expect(Math.max(...bursts.map((burst) => burst.length))).toBeGreaterThan(5);
    expect(faults).toEqual([]);
  });

  test('very many frames in one chunk: as several bursts', async () => {
    const writer = await openVideoWriter('mp4', SIZE);
    const { video, bursts, seen } = decoding('mp4');
    video.write(await writer.write(Array.from({ length: 300 }, () => grey(90))));
    await until('the chunk’s frames', () => seen().length === 299);
    expect(Math.max(...bursts.map((burst) => burst.length))).toBeLessThanOrEqual(64);
  });

  test('large frames wait in neither process until they are taken', async () => {
    const writer = await openVideoWriter('mp4', { ...SIZE, width: 1920, height: 1080 });
    const { video, bursts, seen } = decoding('mp4');
    video.write(await writer.write(Array.from({ length: 100 }, () => grey(90))));
    await until('the first burst', () => bursts.length > 0);
    const busyUntil = performance.now() + 1_000;
    while (performance.now() < busyUntil);
    // Tests in other threads of this process may have decoders, too, all of small frames.
    const pids = execFileSync('pgrep', ['-P', `${process.pid}`, '-f', 'decode-video-child'], {
      encoding: 'utf8',
    });
    const memory = pids
      .trim()
      .split('\n')
      .map((pid) => usageOf(Number(pid)).memoryBytes);
    expect(Math.max(...memory)).toBeGreaterThan(30e6);
    expect(Math.max(...memory)).toBeLessThan(300e6);
    await until('all frames', () => seen().length === 99);
    expect(Math.max(...bursts.map((burst) => burst.length))).toBeLessThan(30);
  });

  test('more bytes than the decoder can read: refused', async () => {
    const { video, faults } = decoding('ts');
    const chunk = new Uint8Array(1024 * 1024);
    for (let i = 0; i < 100; i++) video.write(chunk);
    expect(faults).toEqual(['The engine sends video faster than it can be decoded.']);
  });

  test('a transport stream: all its frames, in display order', async () => {
    const writer = await openVideoWriter('ts', SIZE);
    const { video, seen, faults } = decoding('ts');
    const many = Array.from({ length: 120 }, (_, i) => grey(20 + i));
    for (const colour of many) video.write(await writer.write([colour]));
    await until('frames before the end', () => seen().length > 20);
    video.write(await writer.close());
    // the last frames wait for one that never comes
    await until('nearly all', () => seen().length >= 115);
    expect(furthest(seen(), many)).toBeLessThan(4);
    expect(faults).toEqual([]);
  });

  test('a broken one is reported with a reason', async () => {
    const writer = await openVideoWriter('mp4', SIZE);
    const { video, faults, seen } = decoding('mp4');
    video.write(await writer.write(greys.slice(0, 12)));
    await until('frames', () => seen().length === 11);
    const chunk = await writer.write(greys.slice(12, 24));
    video.write(chunk.fill(0, Math.floor(chunk.length / 3)));
    video.write(await writer.close());
    await until('the fault', () => faults.length > 0);
    expect(faults).toEqual([expect.stringMatching(/^The engine sent a video that can’t be read\.$/)]);
  });

  test('can be stopped at any time, and then reports nothing', async () => {
    const unbegun = decoding('ts');
    await unbegun.video.end();
    const begun = decoding('mp4');
    const writer = await openVideoWriter('mp4', SIZE);
    begun.video.write(await writer.write(greys.slice(0, 24)));
    await begun.video.end();
    const before = begun.seen().length;
    begun.video.write(await writer.close());
    await begun.video.end();
    expect(begun.seen()).toHaveLength(before);
    expect([...unbegun.faults, ...begun.faults]).toEqual([]);
  });
});
