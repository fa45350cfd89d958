/**
 * Dreams as video compared with dreams as JPEGs: bytes at the same similarity to the original, the worker's CPU time
 * per frame, and the compile process's per minute. Paints a dozen prompts in turn and encodes each frame both ways.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { toPixels } from '../../modules/kit/images/frame-codecs.ts';
import { createDream } from '../../modules/painter/dream.ts';
import { CODEC } from '../../modules/protocol/codecs.ts';
import { newFrame } from '../../modules/protocol/testing/new-frame.ts';
import { compileTape } from '../../modules/recordings/compile/compile.ts';
import { createFrameDecoder } from '../../modules/recordings/compile/frame-decoder.ts';
import { openTape } from '../../modules/recordings/tape/tape.ts';
import { openH264Encoder } from '../../modules/worker/video/h264-encoder.ts';
import { PROMPTS } from './prompts.ts';

const SIZE = { width: 1280, height: 720 };
const FPS = 16;
const SECONDS = Number(process.argv[2] ?? 60);
/** Compares one frame in this many with the original. */
const COMPARED = 48;
const STARTED = 1_790_000_000_000;

const folder = await mkdtemp(join(tmpdir(), 'reverie-bench-video-'));
try {
  const [jpeg, video] = await draw();
  const compiled = { jpeg: await compile('jpeg'), video: await compile('video') };
  const perMinute = (ms: number) => `${((ms / SECONDS) * 0.06).toFixed(2)} s`;
  console.log(
    [
      `${SECONDS} s of ${PROMPTS.length} prompts at ${SIZE.width}×${SIZE.height}, ${FPS} frames a second`,
      row('', 'JPEG', 'H.264', 'ratio'),
      row('bytes a frame', kb(jpeg.bytes), kb(video.bytes), ratio(video.bytes, jpeg.bytes)),
      row('SSIM, median', jpeg.ssim.toFixed(4), video.ssim.toFixed(4), ''),
      row(
        'CPU a frame',
        `${jpeg.cpu.toFixed(1)} ms`,
        `${video.cpu.toFixed(1)} ms`,
        ratio(video.cpu, jpeg.cpu),
      ),
      row(
        'compile, a minute',
        perMinute(compiled.jpeg),
        perMinute(compiled.video),
        ratio(compiled.video, compiled.jpeg),
      ),
    ].join('\n'),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Cost {
  /** per frame */
  bytes: number;
  cpu: number;
  ssim: number;
}

/** Paints the dream once and encodes each frame both ways, onto two tapes. */
async function draw(): Promise<[jpeg: Cost, video: Cost]> {
  const dream = createDream({ ...SIZE, seed: 7 });
  const encoder = await openH264Encoder({ ...SIZE, fps: FPS });
  const decode = createFrameDecoder();
  const tapes = ['jpeg', 'video'].map((sessionId) =>
    openTape(folder, { sessionId, startedAt: STARTED, fps: FPS }),
  );
  const asJpeg = { bytes: 0, cpu: 0, ssim: [] as number[] };
  const asVideo = { bytes: 0, cpu: 0, ssim: [] as number[] };
  const frames = SECONDS * FPS;
  for (let id = 0; id < frames; id += 1) {
    const turn = Math.floor((id * PROMPTS.length) / frames);
    if (id === 0 || turn !== Math.floor(((id - 1) * PROMPTS.length) / frames))
      dream.prompt(`${turn}`, PROMPTS[turn] ?? '');
    dream.next(FPS);
    const at = STARTED + (id * 1000) / FPS;
    const before = cpuMs();
    const jpeg = dream.jpeg(80);
    const between = cpuMs();
    const { accessUnit, key } = encoder.encode(
      { data: dream.pixels(), ...SIZE, channels: 4 },
      (id * 1000) / FPS,
    );
    const after = cpuMs();
    asJpeg.cpu += between - before;
    asVideo.cpu += after - between;
    asJpeg.bytes += jpeg.byteLength;
    asVideo.bytes += accessUnit.byteLength;
    tapes[0]?.append(newFrame({ id, at }, jpeg), at);
    tapes[1]?.append(newFrame({ id, at, codec: CODEC.h264, key }, accessUnit), at);
    const [done] = decode.add({ codec: CODEC.h264, key, bytes: Buffer.from(accessUnit) });
    const decoded = done?.decoded;
    if (id % COMPARED === COMPARED - 1 && decoded) {
      const drawn = await luma(dream.pixels(), 4);
      asJpeg.ssim.push(ssim(drawn, await luma(jpeg)));
      asVideo.ssim.push(ssim(drawn, await luma(toPixels(decoded), 3)));
    }
    decoded?.free();
    // Lets the tape's writer run.
    if (id % FPS === 0) await new Promise((resolve) => setTimeout(resolve, 30));
  }
  encoder.close();
  await Promise.all(tapes.map((tape) => tape.close()));
  const costs = [asJpeg, asVideo].map(({ bytes, cpu, ssim: all }) => ({
    bytes: bytes / frames,
    cpu: cpu / frames,
    ssim: all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0,
  }));
  return costs as [Cost, Cost];
}

/** The compile process's CPU time, in ms. */
async function compile(name: string): Promise<number> {
  const before = childrenCpuMs();
  const outcome = await compileTape({ tapeDir: join(folder, name), outDir: join(folder, name, 'out') });
  if (outcome.kind !== 'compiled') throw new Error(`the tape was ${outcome.kind}`);
  return childrenCpuMs() - before;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU time of all children that have exited, in ms. */
function childrenCpuMs(): number {
  const { stdout } = spawnSync('cat', [`/proc/${process.pid}/stat`], { encoding: 'utf8' });
  const fields = stdout.slice(stdout.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** @param channels of raw pixels; without it, `picture` is a JPEG */
function luma(picture: Uint8Array, channels?: 3 | 4): Promise<Buffer> {
  const image = channels ? sharp(picture, { raw: { ...SIZE, channels } }).removeAlpha() : sharp(picture);
  return image.toColourspace('b-w').raw().toBuffer();
}

/** Structural similarity of two greyscale images (Wang et al. 2004), over 8 × 8 windows. */
function ssim(one: Buffer, other: Buffer): number {
  const { width, height } = SIZE;
  const step = 8;
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + step <= height; top += step) {
    for (let left = 0; left + step <= width; left += step) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + step; y += 1) {
        for (let x = left; x < left + step; x += 1) {
          const p = one[y * width + x] ?? 0;
          const q = other[y * width + x] ?? 0;
          a += p;
          b += q;
          aa += p * p;
          bb += q * q;
          ab += p * q;
        }
      }
      const n = step * step;
      const [ma, mb] = [a / n, b / n];
      const [va, vb, cov] = [aa / n - ma * ma, bb / n - mb * mb, ab / n - ma * mb];
      sum +=
        ((2 * ma * mb + 6.5025) * (2 * cov + 58.5225)) / ((ma * ma + mb * mb + 6.5025) * (va + vb + 58.5225));
      windows += 1;
    }
  }
  return sum / windows;
}

function row(...cells: string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(20) : cell.padStart(10))).join('');
}
function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
function ratio(one: number, other: number): string {
  return (one / other).toFixed(3);
}
