import { mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCredentials } from '../../../tests/credentials.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { openOpusEncoder } from '../../worker/sound/opus-encoder.ts';
import { ownSigningFiles } from '../marks/credentials/signing-key.ts';
import type { FileMarks } from '../marks/write-marks.ts';
import { cutTape } from '../tape/cut-tape.ts';
import { readSoundTape } from '../tape/sound-tape.ts';
import { openTape } from '../tape/tape.ts';
import { soundPath } from '../tape/tape-folder.ts';
import { heardIn } from '../testing/heard-in.ts';
import { keepsNothing, someMarks, unsignedMarks } from '../testing/some-marks.ts';
import { encodeTape } from './encode-tape.ts';

const START = 1_790_000_000_000;
const FRAMES = 48;
/** The tone sounds for 200 ms, from the second second on. */
const TONE_MS = 1_000;

let folder: string;
let jpeg: Buffer;
let packets: Uint8Array[];
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const encoder = await openOpusEncoder();
  packets = Array.from({ length: 150 }, (_, n) => {
    const samples = new Float32Array(1920);
    const isTone = n * 20 >= TONE_MS && n * 20 < TONE_MS + 200;
    for (let at = 0; at < 960; at += 1) samples.fill(isTone ? Math.sin(at / 8) * 0.5 : 0, at * 2, at * 2 + 2);
    return encoder.encode(samples) ?? new Uint8Array();
  });
  encoder.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-sound-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A tape of three seconds. @param delayOf by how much later a packet's sound belongs; null: it is lost */
async function record(delayOf: (packet: number) => number | null = () => 0) {
  const tape = openTape(join(folder, 'tapes'), { sessionId: 'dream', startedAt: START, fps: 16 });
  for (let id = 0; id < FRAMES; id += 1) tape.append(newFrame({ id, at: id }, jpeg), START + id * 62.5);
  for (const [n, packet] of packets.entries()) {
    const delay = delayOf(n);
    if (delay !== null) tape.appendSound(packet, START + n * 20 + delay);
  }
  await tape.close();
  return tape;
}

async function compiled(tapeDir: string, marks: FileMarks | null = null) {
  const out = join(folder, 'out');
  const outcome = await encodeTape(tapeDir, out, () => {}, marks);
  if (outcome.kind !== 'compiled') throw new Error(outcome.kind);
  const heard = await heardIn(join(out, 'video.mp4'));
  const loud = heard?.loudness.flatMap((value, bin) => (value > 0.1 ? [bin * 10] : [])) ?? [];
  return { outcome, heard, from: loud[0] ?? -1, to: loud.at(-1) ?? -1 };
}

test('a recording has its sound, in step and as long as the picture', async () => {
  const { dir } = await record();
  const { outcome, heard, from, to } = await compiled(dir);
  expect(Math.abs((heard?.durationMs ?? 0) - outcome.durationMs)).toBeLessThan(25);
  expect(Math.abs(from - TONE_MS)).toBeLessThan(30);
  expect(Math.abs(to - TONE_MS - 200)).toBeLessThan(30);
});

test('missing sound is silence, jitter leaves no seam, and what comes later stays in step', async () => {
  const { dir } = await record((n) => (n > 10 && n < 40 ? null : (n * 7) % 25));
  const { outcome, heard, from } = await compiled(dir);
  expect(Math.abs((heard?.durationMs ?? 0) - outcome.durationMs)).toBeLessThan(25);
  expect(Math.abs(from - TONE_MS)).toBeLessThan(60);
});

test('a tape without sound has no sound track, and a torn record costs only what follows', async () => {
  const silent = await record(() => null);
  expect((await compiled(silent.dir)).heard).toBeNull();
  await rm(join(folder, 'tapes'), { recursive: true });
  const { dir } = await record();
  await truncate(soundPath(dir), (await stat(soundPath(dir))).size - 5);
  expect(await readSoundTape(dir)).toHaveLength(packets.length - 1);
});

test('a clip has its part of the sound', async () => {
  const tape = await record();
  const span = { from: START + 500, to: START + 2_000 };
  expect(await cutTape(join(folder, 'tapes'), tape, { id: 'clip', ...span, fps: 16 })).not.toBeNull();
  const { from } = await compiled(join(folder, 'tapes/clip'));
  // The clip begins with the frame at or before its start.
  expect(Math.abs(from - 500)).toBeLessThan(100);
});

test('a recording with sound is signed, and keeps its chapters and creation time', async () => {
  const { dir } = await record();
  const prompts = [
    { text: 'a quiet sea', seconds: 0, frame: 0 },
    { text: 'rain sets in', seconds: 1.5, frame: 24 },
  ];
  const createdAt = '2026-09-21T14:13:20.000Z';
  const files = await ownSigningFiles(folder, keepsNothing, Date.now());
  const signing = { ...files, tsaUrl: null };
  const marks = unsignedMarks({ marks: someMarks({ createdAt, prompts }), signing });
  const { outcome, from } = await compiled(dir, marks);
  expect(outcome.unsigned).toBeUndefined();
  expect(Math.abs(from - TONE_MS)).toBeLessThan(30);
  const file = await readFile(join(folder, 'out/video.mp4'));
  const { state, data } = await readCredentials('video/mp4', file);
  expect(state).toBe('Valid');
  expect(data('org.reverie.prompts').map(({ text }: { text: string }) => text)).toEqual(
    prompts.map(({ text }) => text),
  );
  const created = file.readUInt32BE(file.indexOf('mvhd') + 8) - 2_082_844_800;
  expect(new Date(created * 1000).toISOString()).toBe(createdAt);
  const chapters = file.indexOf('chpl');
  for (const { text } of prompts) expect(file.indexOf(text, chapters) - chapters).toBeLessThan(100);
  expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
});
