/**
 * Compiles one minute of a dream and prints its speed relative to real time and to a plain encoder (the ffmpeg command
 * with the same settings) on the same images. CPU time is what counts: compiling runs at low priority, so its
 * wall-clock time depends on everything else.
 */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import sharp from 'sharp';
import { newFrame } from '../../modules/protocol/testing/new-frame.ts';
import { compileTape } from '../../modules/recordings/compile/compile.ts';
import { readTape } from '../../modules/recordings/tape/read-tape.ts';
import { openTape } from '../../modules/recordings/tape/tape.ts';

const SECONDS = 60;
const FPS = 16;
const ROUNDS = 3;
const FILTER = 'scale=in_range=pc:out_range=tv,format=yuv420p';

interface Cost {
  wallMs: number;
  cpuMs: number;
}

const folder = await mkdtemp(join(tmpdir(), 'reverie-bench-'));
try {
  const tapeDir = await recordMinute(folder);
  const loose = join(folder, 'pictures.mjpeg');
  await joinPictures(tapeDir, loose);
  const ours: Cost[] = [];
  const plain: (Cost | null)[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await measure(() => compileTape({ tapeDir, outDir: join(folder, 'out') })));
    plain.push(await measurePlainEncoder(loose, join(folder, 'plain.mp4')));
  }
  console.log(describe(least(ours), least(plain.filter((cost) => cost !== null))));
} finally {
  await rm(folder, { recursive: true, force: true });
}

function describe(ours: Cost | null, plain: Cost | null): string {
  if (ours === null) return 'compile: nothing measured';
  const speed = `compile: ${((SECONDS * 1000) / ours.wallMs).toFixed(1)}× real time, ${seconds(ours.cpuMs)} CPU a minute`;
  if (plain === null) return `${speed}; no ffmpeg command line here to compare with`;
  const cpu = (ours.cpuMs / plain.cpuMs).toFixed(2);
  const wall = (ours.wallMs / plain.wallMs).toFixed(2);
  return `${speed}; ${cpu}× the plain encoder's CPU (${seconds(plain.cpuMs)}), ${wall}× its wall clock`;
}

function least(costs: Cost[]): Cost | null {
  return costs.toSorted((a, b) => a.cpuMs - b.cpuMs)[0] ?? null;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** A slow flight over soft, coloured noise: motion and texture everywhere, as in a dream. */
async function recordMinute(target: string): Promise<string> {
  const { data, info } = await sharp({
    create: {
      width: 320,
      height: 180,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .resize(2600, 1480, { kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const tape = openTape(target, { sessionId: 'minute', startedAt: 0, fps: FPS });
  for (let frameId = 0; frameId < SECONDS * FPS; frameId += 1) {
    const left = Math.floor(600 + 600 * Math.sin(frameId / 40));
    const top = Math.floor(300 + 300 * Math.cos(frameId / 33));
    const jpeg = await sharp(data, { raw })
      .extract({ left, top, width: 1280, height: 720 })
      .jpeg()
      .toBuffer();
    tape.append(newFrame({ id: frameId, at: 0 }, jpeg), (frameId * 1000) / FPS);
  }
  await tape.close();
  return tape.dir;
}

async function joinPictures(tapeDir: string, path: string): Promise<void> {
  const file = createWriteStream(path);
  for await (const { bytes } of readTape(tapeDir)) file.write(bytes);
  file.end();
  await finished(file);
}

async function measure(work: () => Promise<unknown>): Promise<Cost> {
  const startedCpu = await childrenCpuMs();
  const started = performance.now();
  await work();
  return { wallMs: performance.now() - started, cpuMs: (await childrenCpuMs()) - startedCpu };
}

/** Null if ffmpeg isn't installed. */
async function measurePlainEncoder(pictures: string, target: string): Promise<Cost | null> {
  const input = ['-f', 'mjpeg', '-framerate', String(FPS), '-i', pictures, '-vf', FILTER];
  const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '6M', '-bufsize', '12M'];
  const rest = [
    '-g',
    String(2 * FPS),
    '-threads',
    String(Math.min(availableParallelism(), 4)),
    '-movflags',
    '+faststart',
  ];
  let found = true;
  const cost = await measure(async () => {
    found = await run('ffmpeg', ['-v', 'error', '-y', ...input, ...codec, ...rest, target]);
  });
  return found ? cost : null;
}

function run(command: string, args: string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', () => resolve(false));
    child.once('close', (code) =>
      code === 0 ? resolve(true) : reject(new Error(`${command}: exit code ${code}`)),
    );
  });
}

/** CPU time of all children that have exited, in ms. Linux counts hundredths of a second. */
async function childrenCpuMs(): Promise<number> {
  const line = await readFile('/proc/self/stat', 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
