/**
 * Creates the pictures of the live page's suggestions, and public/promo.mp4 and its poster with the demo generator. Run it after changes to the generator; needs the
 * ffmpeg command. The last scene fades into the first, so the loop is seamless.
 */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createDream } from '../modules/painter/dream.ts';

const FPS = 16;
const SCENES = [
  'a calm ocean at sunset',
  'snowy mountains under the aurora',
  'a castle made of crystal floating in the clouds',
  'galaxy nebula in purple and teal',
  'underwater coral garden with jellyfish',
];
const SECONDS_EACH = 3.5;
const publicDir = join(import.meta.dirname, '../public');

for (const [name, words] of [
  ['cathedral', 'A cathedral of rain, slow light through coloured glass'],
  ['boat', 'A paper boat on a river of stars'],
  ['snow', 'Snow falling upwards over a sleeping city'],
] as const) {
  const dream = createDream({ width: 640, height: 360, seed: 11 });
  dream.prompt('0', words);
  for (let frame = 0; frame < 4 * FPS; frame += 1) dream.next(FPS);
  // Twice the size that it is shown at.
  await sharp(dream.jpeg(95))
    .resize(128, 72)
    .webp({ quality: 72 })
    .toFile(join(publicDir, `dream-${name}.webp`));
}

const dream = createDream({ width: 1280, height: 720, seed: 11 });
const encoder = spawn(
  'ffmpeg',
  // biome-ignore format: one option a pair
  ['-y', '-v', 'error', '-f', 'mjpeg', '-framerate', String(FPS), '-i', 'pipe:0',
   '-vf', 'scale=1280:720:in_range=pc:out_range=tv,format=yuv420p', '-c:v', 'libx264', '-preset', 'veryslow',
   '-crf', '31', '-an', '-movflags', '+faststart', join(publicDir, 'promo.mp4')],
  { stdio: ['pipe', 'inherit', 'inherit'] },
);

const frames = Math.round(SECONDS_EACH * FPS);
for (const [scene, words] of [...SCENES, SCENES[0] ?? ''].entries()) {
  dream.prompt(String(scene), words);
  // A scene is prepared some frames before it starts to show; the last one needs only its fade.
  let left = scene === SCENES.length ? FPS : frames;
  let fading = false;
  while (left > 0) {
    const { shown } = dream.next(FPS);
    fading ||= shown !== null;
    if (fading) left -= 1;
    // Leave out the first second, which the fade back at the end replaces.
    if (scene === 0 && left > frames - FPS) continue;
    if (scene === 0 && left === frames - FPS) await writeFile(join(publicDir, 'promo.jpg'), dream.jpeg(70));
    if (!encoder.stdin.write(dream.jpeg(92)))
      await new Promise((resolve) => encoder.stdin.once('drain', resolve));
  }
}
encoder.stdin.end();
await new Promise((resolve) => encoder.once('exit', resolve));
