/**
 * CPU seconds that the relay needs per gigabyte of frames, including acknowledgements, admission and recording,
 * compared with a Bun.serve pipe that only forwards messages. Both run in their own process under the same load, one
 * after the other: `relay.ts [streams] [seconds] [h264]`, with 80 KB JPEGs or 15 KB video frames.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { CODEC } from '../../modules/protocol/codecs.ts';
import { encodeFrame } from '../../modules/protocol/frame.ts';
import { openH264Encoder } from '../../modules/worker/video/h264-encoder.ts';
import { startServer } from '../server.ts';
import { signInByMail } from './sign-in.ts';

const STREAMS = Number(process.argv[2] ?? 20);
const SECONDS = Number(process.argv[3] ?? 10);
const FPS = 16;
const IS_VIDEO = process.argv[4] === 'h264';
const FRAME_BYTES = (IS_VIDEO ? 15 : 80) * 1024;
const KEYFRAME_EVERY = 2 * FPS;
const TOKEN = 'bench-worker-token';

/** A JPEG's frame header followed by noise: the relay looks no further. */
const picture = crypto.getRandomValues(new Uint8Array(64 * 1024));
const jpeg = new Uint8Array(FRAME_BYTES);
for (let at = 0; at < FRAME_BYTES; at += picture.length) jpeg.set(picture.subarray(0, FRAME_BYTES - at), at);
jpeg.set([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0x02, 0xd0, 0x05, 0x00, 1, 1, 0x11, 0]);

/** Headers of real access units followed by noise: the relay looks no further. */
const [keyframe, between] = IS_VIDEO ? await codeVideo() : [jpeg, jpeg];

async function codeVideo(): Promise<[Uint8Array, Uint8Array]> {
  const size = { width: 1280, height: 720 };
  const encoder = await openH264Encoder({ ...size, fps: FPS });
  const grey = { data: new Uint8Array(size.width * size.height * 3).fill(90), ...size, channels: 3 } as const;
  const [first, next] = [encoder.encode(grey, 0), encoder.encode(grey, 62)].map(({ accessUnit }) => {
    const bytes = Uint8Array.from(jpeg);
    bytes.set(accessUnit.subarray(0, FRAME_BYTES));
    return bytes;
  });
  encoder.close();
  return [first ?? jpeg, next ?? jpeg];
}

function message(id: number): Uint8Array {
  const key = id % KEYFRAME_EVERY === 1;
  const header = { id, at: performance.timeOrigin + performance.now() };
  return IS_VIDEO
    ? encodeFrame({ ...header, codec: CODEC.h264, key }, key ? keyframe : between)
    : encodeFrame(header, jpeg);
}

interface Figures {
  cpuSecondsPerGb: number;
  framesLost: number;
  p99Ms: number;
}

/** Sends frames over every connection, and measures what arrives and the process's CPU time. */
async function measure(
  pid: number,
  lines: { send(frame: Uint8Array): void }[],
  seen: Seen,
): Promise<Figures> {
  let frameId = 0;
  const sendAll = () => {
    frameId += 1;
    for (const line of lines) {
      line.send(message(frameId));
    }
  };
  for (let warm = 0; warm < FPS; warm++) {
    sendAll();
    await pause(1000 / FPS);
  }
  seen.reset();
  const before = cpuSeconds(pid);
  const sent = SECONDS * FPS;
  const began = performance.now();
  for (let frame = 1; frame <= sent; frame++) {
    sendAll();
    await pause(Math.max(0, began + (frame * 1000) / FPS - performance.now()));
  }
  await pause(500);
  const bytes = seen.bytes();
  const delays = seen.delays.sort((a, b) => a - b);
  return {
    cpuSecondsPerGb: (cpuSeconds(pid) - before) / (bytes / 1e9),
    framesLost: sent * lines.length - delays.length,
    p99Ms: delays[Math.floor(delays.length * 0.99)] ?? Number.NaN,
  };
}

class Seen {
  delays: number[] = [];
  #bytes = 0;
  picture(message: Buffer): void {
    this.#bytes += message.byteLength;
    this.delays.push(performance.timeOrigin + performance.now() - message.readDoubleBE(8));
  }
  bytes = () => this.#bytes;
  reset(): void {
    this.delays = [];
    this.#bytes = 0;
  }
}

async function measureRelay(): Promise<Figures> {
  // The server only admits a dream if enough disk space is left for its expected length; these last seconds and use
  // little.
  const dataDir = mkdtempSync(join(tmpdir(), 'reverie-server-'));
  writeFileSync(join(dataDir, 'disk-rates.json'), JSON.stringify({ tape: [1], video: [1] }));
  const server = await startServer({
    dataDir,
    env: { WORKERS: 'fleet', WORKER_TOKEN: TOKEN, TRUST_PROXY: 'on', LOG_LEVEL: 'error' },
  });
  const seen = new Seen();
  const sockets: WebSocket[] = [];
  try {
    const workers: WebSocket[] = [];
    for (let index = 0; index < STREAMS; index++) workers.push(await dialWorker(server.url, index));
    sockets.push(...workers);
    const started = workers.map(() => Promise.withResolvers<void>());
    for (const [index, worker] of workers.entries()) {
      worker.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString());
        if (message.type === 'start') worker.send(JSON.stringify({ type: 'ready' }));
        if (message.type === 'prompt') started[index]?.resolve();
      });
    }
    for (let index = 0; index < STREAMS; index++) {
      sockets.push(
        await watch(
          server,
          await signInByMail(server, `p${index}@bench.test`, `10.0.${index >> 8}.${index & 255}`),
          seen,
        ),
      );
    }
    await Promise.all(started.map(({ promise }) => promise));
    return await measure(server.pid, workers, seen);
  } finally {
    for (const socket of sockets) socket.terminate();
    await server.dispose();
  }
}

function dialWorker(url: string, index: number): Promise<WebSocket> {
  const worker = new WebSocket(`${url.replace('http', 'ws')}/worker`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', () => resolve(worker));
    worker.once('open', () =>
      worker.send(
        JSON.stringify({
          type: 'hello',
          protocol: 1,
          worker_id: `bench-${index}`,
          generator: 'bench',
          version: '1',
          width: 1280,
          height: 720,
          fps: FPS,
          codecs: [CODEC.jpeg, CODEC.h264],
        }),
      ),
    );
  });
}

async function watch(server: { url: string }, cookie: string, seen: Seen): Promise<WebSocket> {
  const answer = await fetch(`${server.url}/api/stream/connect`, { method: 'POST', headers: { cookie } });
  const { websocketUrl } = (await answer.json()) as { websocketUrl: string };
  const viewer = new WebSocket(websocketUrl + (IS_VIDEO ? '&codecs=1,0' : ''), { headers: { cookie } });
  viewer.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return;
    seen.picture(data);
    viewer.send(
      JSON.stringify({
        type: 'ack',
        frame_id: data.readUInt32BE(4),
        timestamp: Date.now(),
        server_timestamp: data.readDoubleBE(8),
      }),
    );
  });
  await new Promise((resolve, reject) => {
    viewer.once('open', resolve);
    viewer.once('error', reject);
  });
  viewer.send('a dream');
  return viewer;
}

async function measurePipe(): Promise<Figures> {
  const pipe = spawn(process.execPath, [join(import.meta.dirname, 'bare-pipe.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) =>
    pipe.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  const seen = new Seen();
  const open = (path: string) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
      socket.once('open', () => resolve(socket));
      socket.once('error', reject);
    });
  try {
    const lines: WebSocket[] = [];
    for (let index = 0; index < STREAMS; index++) {
      const viewer = await open(`/out/${index}`);
      viewer.on('message', (data: Buffer) => seen.picture(data));
      lines.push(await open(`/in/${index}`));
    }
    return await measure(pipe.pid ?? 0, lines, seen);
  } finally {
    pipe.kill();
  }
}

/** User and system time of a process so far, from /proc (Linux), at 100 ticks a second. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const pipe = await measurePipe();
const relay = await measureRelay();
const show = ({ cpuSecondsPerGb, framesLost, p99Ms }: Figures) =>
  `${cpuSecondsPerGb.toFixed(2)} CPU-s/GB, p99 ${p99Ms.toFixed(1)} ms, ${framesLost} frames lost`;
console.log(
  `relay, ${STREAMS} streams of ${FRAME_BYTES / 1024} KB × ${FPS} fps, recording on: ${show(relay)}; bare Bun.serve pipe: ${show(pipe)}; ` +
    `ratio ${(relay.cpuSecondsPerGb / pipe.cpuSecondsPerGb).toFixed(2)}`,
);
process.exit(0);
