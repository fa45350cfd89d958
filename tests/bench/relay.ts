/**
 * CPU seconds that the relay needs per gigabyte of frames, including acknowledgements, admission and recording,
 * compared with a Bun.serve pipe that only forwards messages. Both run in their own process under the same load, one
 * after the other, with a processor of its own: `relay.ts [streams] [seconds] [h264]`, with 80 KB JPEGs or 15 KB video
 * frames.
 */
import type { WebSocket } from 'ws';
import {
  cpuSeconds,
  createFrames,
  dialWorker,
  FPS,
  openDream,
  openSocket,
  pin,
  Seen,
  sendFrames,
  startPipe,
  startRelay,
} from './load.ts';
import { signInByMail } from './sign-in.ts';

const STREAMS = Number(process.argv[2] ?? 20);
const SECONDS = Number(process.argv[3] ?? 10);
const IS_VIDEO = process.argv[4] === 'h264';
const FRAME_BYTES = (IS_VIDEO ? 15 : 80) * 1024;

const frames = await createFrames(FRAME_BYTES, IS_VIDEO);
pin(process.pid, 1, -20);

interface Figures {
  cpuSecondsPerGb: number;
  framesLost: number;
  p99Ms: number;
  /** share of a core, in % */
  cores: number;
}

/** Sends frames over every connection, and measures what arrives and the process's CPU time. */
async function measure(pid: number, lines: WebSocket[], seen: Seen): Promise<Figures> {
  pin(pid, 0, -20);
  let before = 0;
  const onWarm = () => {
    seen.reset();
    before = cpuSeconds(pid);
  };
  await sendFrames(frames, lines, { seconds: SECONDS, onWarm });
  const cpu = cpuSeconds(pid) - before;
  return {
    cpuSecondsPerGb: cpu / (seen.bytes() / 1e9),
    cores: (cpu / SECONDS) * 100,
    framesLost: SECONDS * FPS * lines.length - seen.delays.length,
    p99Ms: seen.p99(),
  };
}

async function measureRelay(): Promise<Figures> {
  const server = await startRelay();
  const seen = new Seen();
  const sockets: WebSocket[] = [];
  try {
    const dialled = [];
    for (let index = 0; index < STREAMS; index++) dialled.push(await dialWorker(server.url, index));
    const workers = dialled.map(({ worker }) => worker);
    sockets.push(...workers);
    for (let index = 0; index < STREAMS; index++) {
      const address = `10.0.${index >> 8}.${index & 255}`;
      const cookie = await signInByMail(server, `p${index}@bench.test`, address);
      const query = IS_VIDEO ? '&codecs=1,0' : '';
      sockets.push((await openDream(server, { cookie, query, seen })).viewer);
    }
    await Promise.all(dialled.map(({ started }) => started));
    return await measure(server.pid, workers, seen);
  } finally {
    for (const socket of sockets) socket.terminate();
    await server.dispose();
  }
}

async function measurePipe(): Promise<Figures> {
  const { pipe, url } = await startPipe();
  const seen = new Seen();
  try {
    const lines: WebSocket[] = [];
    for (let index = 0; index < STREAMS; index++) {
      const viewer = await openSocket(`${url}/out/${index}`);
      viewer.on('message', (data: Buffer) => seen.picture(data));
      lines.push(await openSocket(`${url}/in/${index}`));
    }
    return await measure(pipe.pid ?? 0, lines, seen);
  } finally {
    pipe.kill();
  }
}

const pipe = await measurePipe();
const relay = await measureRelay();
const show = ({ cpuSecondsPerGb, cores, framesLost, p99Ms }: Figures) =>
  `${cpuSecondsPerGb.toFixed(2)} CPU-s/GB, ${cores.toFixed(0)} % of a core, p99 ${p99Ms.toFixed(1)} ms, ${framesLost} frames lost`;
console.log(
  `relay, ${STREAMS} streams of ${FRAME_BYTES / 1024} KB × ${FPS} fps, recording on: ${show(relay)}; bare Bun.serve pipe: ${show(pipe)}; ` +
    `ratio ${(relay.cpuSecondsPerGb / pipe.cpuSecondsPerGb).toFixed(2)}`,
);
process.exit(0);
