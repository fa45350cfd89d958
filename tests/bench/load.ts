/** Loads for the benchmarks of live dreams: frames, workers, and what arrives. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { CODEC } from '../../modules/protocol/codecs.ts';
import { encodeFrame } from '../../modules/protocol/frame.ts';
import { openH264Encoder } from '../../modules/worker/video/h264-encoder.ts';
import { type RunningServer, startServer } from '../server.ts';

export const FPS = 16;
const KEYFRAME_EVERY = 2 * FPS;
const TOKEN = 'bench-worker-token';

/**
 * Encoded frames of a given size: JPEGs, or H.264 with a keyframe every two seconds. Only their headers are real, since
 * the relay looks no further.
 */
export async function createFrames(bytes: number, isVideo: boolean): Promise<(id: number) => Uint8Array> {
  const noise = crypto.getRandomValues(new Uint8Array(64 * 1024));
  const jpeg = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += noise.length) jpeg.set(noise.subarray(0, bytes - at), at);
  jpeg.set([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0x02, 0xd0, 0x05, 0x00, 1, 1, 0x11, 0]);
  const [keyframe, between] = isVideo ? await codeVideo(jpeg) : [jpeg, jpeg];
  return (id) => {
    const key = id % KEYFRAME_EVERY === 1;
    const header = { id, at: performance.timeOrigin + performance.now() };
    return isVideo
      ? encodeFrame({ ...header, codec: CODEC.h264, key }, key ? keyframe : between)
      : encodeFrame(header, jpeg);
  };
}

async function codeVideo(noise: Uint8Array): Promise<[Uint8Array, Uint8Array]> {
  const size = { width: 1280, height: 720 };
  const encoder = await openH264Encoder({ ...size, fps: FPS });
  const grey = { data: new Uint8Array(size.width * size.height * 3).fill(90), ...size, channels: 3 } as const;
  const [first, next] = [encoder.encode(grey, 0), encoder.encode(grey, 62)].map(({ accessUnit }) => {
    const bytes = Uint8Array.from(noise);
    bytes.set(accessUnit.subarray(0, noise.length));
    return bytes;
  });
  encoder.close();
  return [first ?? noise, next ?? noise];
}

/** Frames that arrived, and how long each took. */
export class Seen {
  delays: number[] = [];
  #bytes = 0;
  picture(message: Buffer): void {
    this.#bytes += message.byteLength;
    this.delays.push(performance.timeOrigin + performance.now() - message.readDoubleBE(8));
  }
  bytes = () => this.#bytes;
  p99 = () => this.delays.toSorted((a, b) => a - b)[Math.floor(this.delays.length * 0.99)] ?? Number.NaN;
  reset(): void {
    this.delays = [];
    this.#bytes = 0;
  }
}

interface SendingOptions {
  seconds: number;
  onWarm(): void;
  warmUp?: number;
  after?: number;
}

/**
 * Sends a frame over every connection at each interval: some seconds to warm up, then as long as is measured.
 * @param after the last frame of an earlier call
 * @returns the last frame
 */
export async function sendFrames(
  frame: (id: number) => Uint8Array,
  lines: { send(frame: Uint8Array): void }[],
  { seconds, onWarm, warmUp = 1, after = 0 }: SendingOptions,
): Promise<number> {
  let id = after;
  const sendAll = () => {
    id += 1;
    for (const line of lines) line.send(frame(id));
  };
  for (let warm = 0; warm < warmUp * FPS; warm++) {
    sendAll();
    await pause(1000 / FPS);
  }
  onWarm();
  const began = performance.now();
  for (let sent = 1; sent <= seconds * FPS; sent++) {
    sendAll();
    await pause(Math.max(0, began + (sent * 1000) / FPS - performance.now()));
  }
  await pause(500);
  return id;
}

/**
 * A server for workers of the fleet. It only admits a dream if enough disk space is left for its expected length; these
 * last seconds and use little.
 */
export function startRelay(env: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reverie-server-'));
  writeFileSync(join(dataDir, 'disk-rates.json'), JSON.stringify({ tape: [1], video: [1] }));
  return startServer({
    dataDir,
    env: { WORKERS: 'fleet', WORKER_TOKEN: TOKEN, TRUST_PROXY: 'on', LOG_LEVEL: 'error', ...env },
  });
}

/** Connects a worker that is ready at once. @returns it, and what resolves with its first prompt */
export async function dialWorker(
  url: string,
  index: number,
): Promise<{ worker: WebSocket; started: Promise<void> }> {
  const worker = new WebSocket(`${url.replace('http', 'ws')}/worker`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', () => resolve());
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
  worker.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString());
    if (message.type === 'start') worker.send(JSON.stringify({ type: 'ready' }));
    if (message.type === 'prompt') start();
  });
  return { worker, started };
}

/** Admits a dream, and watches it as its dreamer. */
export async function openDream(
  { url }: { url: string },
  { cookie, query, seen }: { cookie: string; query: string; seen: Seen },
): Promise<{ viewer: WebSocket; sessionId: string }> {
  const answer = await fetch(`${url}/api/stream/connect`, { method: 'POST', headers: { cookie } });
  const { websocketUrl, sessionId } = (await answer.json()) as { websocketUrl: string; sessionId: string };
  const viewer = await openSocket(websocketUrl + query, { cookie });
  acknowledge(viewer, seen);
  viewer.send('a dream');
  return { viewer, sessionId };
}

/** Counts and acknowledges frames, or the newest one at each interval. */
export function acknowledge(viewer: WebSocket, seen: Seen, everyMs = 0): void {
  let newest: Buffer | null = null;
  const send = (data: Buffer) =>
    viewer.send(
      JSON.stringify({
        type: 'ack',
        frame_id: data.readUInt32BE(4),
        timestamp: Date.now(),
        server_timestamp: data.readDoubleBE(8),
      }),
    );
  viewer.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return;
    seen.picture(data);
    if (everyMs === 0) return send(data);
    if (!newest)
      setTimeout(() => {
        if (newest && viewer.readyState === viewer.OPEN) send(newest);
        newest = null;
      }, everyMs);
    newest = data;
  });
}

export function openSocket(url: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Starts the baseline, which only forwards messages. */
export async function startPipe(): Promise<{ pipe: ChildProcess; url: string }> {
  const pipe = spawn(process.execPath, [join(import.meta.dirname, 'bare-pipe.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) =>
    pipe.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  return { pipe, url: `ws://127.0.0.1:${port}` };
}

/**
 * Gives all threads of a process one processor and a niceness, so that neither other work on this machine nor the load's
 * own clients delay what is measured. Needs Linux and root. Not a real-time priority: threads of one processor that wait
 * for each other by spinning may then never go on.
 */
export function pin(pid: number, processor: number, niceness: number): void {
  const command = `taskset -acp ${processor} ${pid} && renice -n ${niceness} -p $(ls /proc/${pid}/task)`;
  execFileSync('sh', ['-c', command], { stdio: 'ignore' });
}

/** User and system time of a process so far, from /proc (Linux), at 100 ticks a second. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory of a process in bytes, from /proc (Linux). */
export const memoryOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
