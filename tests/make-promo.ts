/**
 * Creates the images of the live page's suggestions and of short messages, and the promo video and its poster, with the
 * demo generator. Run it after changes to the generator; needs the ffmpeg command. The last scene fades into the first, so the loop is seamless.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createDream } from '../modules/painter/dream.ts';
import { FADE_SECONDS, PROMO_PROMPTS, SCENE_SECONDS } from '../modules/web/pages/promo-scenes.ts';

const FPS = 16;
const publicDir = join(import.meta.dirname, '../public');

// Twice the sizes that they are shown at.
await drawStills(128, [
  ['dream-cathedral', 'A cathedral of rain, slow light through coloured glass'],
  ['dream-boat', 'A paper boat on a river of stars'],
  ['dream-snow', 'Snow falling upwards over a sleeping city'],
]);
await drawStills(840, [
  ['scene-lost', 'a small boat alone in thick fog on a still lake'],
  ['scene-closed', 'a great gate in the mountains at night'],
  ['scene-done', 'a sunrise over golden clouds'],
  ['scene-road', 'an empty road through autumn hills'],
  ['scene-home', 'a house with lit windows in a snowy forest at dusk'],
]);

/** Average bitrate of both videos, in kbit/s; they stay below 1.5 MB. */
const BITRATE = '770k';

const dream = createDream({ width: 1280, height: 720, seed: 2 });
const folder = mkdtempSync(join(tmpdir(), 'promo-'));
const frames = Math.round(SCENE_SECONDS * FPS);
const whole = frames * PROMO_PROMPTS.length;
// The first scene is drawn again after the last one. The video starts at the end of its fade, and ends there.
for (let drawn = 0, count = 0; count < whole; drawn += 1) {
  if (drawn % frames === 0) {
    const scene = drawn / frames;
    dream.prompt(String(scene), (PROMO_PROMPTS[scene] ?? PROMO_PROMPTS[0])());
  }
  dream.next(FPS);
  if (drawn < FADE_SECONDS * FPS) continue;
  const jpeg = dream.jpeg(96);
  if (count === 0) await sharp(jpeg).webp({ quality: 72 }).toFile(join(publicDir, 'promo.webp'));
  writeFileSync(join(folder, `${String(count).padStart(4, '0')}.jpg`), jpeg);
  count += 1;
}
const input = ['-y', '-v', 'error', '-framerate', String(FPS), '-i', join(folder, '%04d.jpg')];
const format = ['-pix_fmt', 'yuv420p', '-an', '-movflags', '+faststart'];
ffmpeg(
  [
    '-vf',
    'scale=in_range=pc:out_range=tv',
    '-c:v',
    'libsvtav1',
    '-preset',
    '3',
    '-b:v',
    BITRATE,
    '-g',
    '240',
  ],
  'promo-av1.mp4',
);
for (const pass of ['1', '2']) {
  ffmpeg(
    // biome-ignore format: one option a pair
    ['-vf', 'scale=in_range=pc:out_range=tv', '-c:v', 'libx264', '-preset', 'slow',
     '-b:v', BITRATE, '-pass', pass, '-passlogfile', join(folder, 'pass')],
    'promo.mp4',
  );
}
rmSync(folder, { recursive: true });

/** @param width px */
async function drawStills(width: number, stills: [name: string, words: string][]): Promise<void> {
  for (const [name, words] of stills) {
    const dream = createDream({ width: 1280, height: 720, seed: 11 });
    dream.prompt('0', words);
    for (let frame = 0; frame < 4 * FPS; frame += 1) dream.next(FPS);
    const file = join(publicDir, `${name}.webp`);
    await sharp(dream.jpeg(95)).resize(width).webp({ quality: 70 }).toFile(file);
  }
}

function ffmpeg(codec: string[], file: string): void {
  execFileSync('ffmpeg', [...input, ...codec, ...format, join(publicDir, file)], { stdio: 'inherit' });
}
