/**
 * CPU time and memory of each watcher, and their effect on the dreamer's delays, compared with a Bun.serve pipe. One pipe
 * only copies messages to everyone, another also reads the same acknowledgements: `watch.ts [seconds] [rounds]
 * [watchers…]`, with video frames of 15 KB, recording on.
 *
 * In each run the audience joins halfway, so every figure has its own "before" in the same process. Fewer than 100
 * watchers share several dreams, or their cost would vanish in that of one dream. The processes are pinned: what is
 * measured has one processor, the load has another, on which the dreamers' and workers' clients go before the watchers'.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import { WATCHER_ACK_MS } from '../../modules/protocol/limits.ts';
import {
  cpuSeconds,
  createFrames,
  dialWorker,
  FPS,
  memoryOf,
  openDream,
  openSocket,
  pause,
  pin,
  Seen,
  sendFrames,
  startPipe,
  startRelay,
} from './load.ts';
import { signInByMail } from './sign-in.ts';
import type { Audience } from './watchers.ts';

const [, , SECONDS = 8, ROUNDS = 5, ...sizes] = process.argv.map(Number);
const SIZES = sizes.length > 0 ? sizes : [1, 10, 100, 1000];
const LATE = 5;
/** Seconds until what the audience uses has been compiled. */
const WARM_UP = 3;

const KINDS = ['pipe', 'pipe with acks', 'relay'] as const;
type Kind = (typeof KINDS)[number];

interface Figures {
  /** CPU time for each frame of each watcher, in µs */
  each: number;
  /** memory for each watcher, in KB */
  memory: number;
  /** share of a core, with the audience, in % */
  cores: number;
  /** p99 in ms: of the dreamers before and with the audience, and of the audience */
  alone: number;
  own: number;
  watchers: number;
  /** share of the audience's frames that didn't arrive, in % */
  lost: number;
  /** slowest first frame of a late watcher, in ms */
  first: number;
}

interface Target {
  pid: number;
  lines: WebSocket[];
  own: Seen;
  audience: Audience;
}

const frames = await createFrames(15 * 1024, true);
pin(process.pid, 1, -20);

async function measure({ pid, lines, own, audience }: Target): Promise<Figures> {
  pin(pid, 0, -20);
  const crowd = fork(join(import.meta.dirname, 'watchers.ts'));
  try {
    pin(crowd.pid ?? 0, 1, -10);
    const before = await load({ pid, lines, own, crowd, after: 0 });
    crowd.send(audience);
    await once(crowd, 'message');
    const late = watchLate(audience.urls[0] ?? '');
    const after = await load({ pid, lines, own, crowd, after: before.last });
    const count = audience.watchers * audience.urls.length;
    return {
      each: ((after.cpu - before.cpu) * 1e6) / after.frames,
      memory: (after.memory - before.memory) / count / 1e3,
      cores: (after.cpu / SECONDS) * 100,
      alone: before.own,
      own: after.own,
      watchers: after.p99,
      lost: (1 - after.frames / (count * SECONDS * FPS)) * 100,
      first: await late,
    };
  } finally {
    crowd.kill();
  }
}

async function load(at: { pid: number; lines: WebSocket[]; own: Seen; crowd: ChildProcess; after: number }) {
  const { pid, lines, own, crowd, after } = at;
  let began = 0;
  const onWarm = () => {
    own.reset();
    crowd.send('reset');
    began = cpuSeconds(pid);
  };
  const last = await sendFrames(frames, lines, { seconds: SECONDS, onWarm, warmUp: WARM_UP, after });
  const cpu = cpuSeconds(pid) - began;
  crowd.send('figures');
  const [{ frames: seen, p99 }] = await once(crowd, 'message');
  return { cpu, memory: memoryOf(pid), own: own.p99(), frames: seen as number, p99: p99 as number, last };
}

/** Lets a few more watch, one after the other, before anything is measured. @returns the longest time until a first frame */
async function watchLate(url: string): Promise<number> {
  let longest = 0;
  for (let index = 0; index < LATE; index++) {
    await pause((WARM_UP * 1000) / (LATE + 1));
    const began = performance.now();
    const late = await openSocket(url, { 'x-forwarded-for': `10.0.255.${index}` });
    for (;;) {
      const [, isBinary] = await once(late, 'message');
      if (isBinary) break;
    }
    longest = Math.max(longest, performance.now() - began);
    late.terminate();
  }
  return longest;
}

async function measureRelay(dreams: number, watchers: number): Promise<Figures> {
  const server = await startRelay({ MAX_WATCHERS: '2000' });
  const own = new Seen();
  const lines: WebSocket[] = [];
  const viewers: WebSocket[] = [];
  const urls: string[] = [];
  try {
    for (let index = 0; index < dreams; index++) {
      const { worker, started } = await dialWorker(server.url, index);
      const cookie = await signInByMail(server, `p${index}@bench.test`, `10.0.0.${index}`);
      const { viewer, sessionId } = await openDream(server, { cookie, query: '&codecs=1,0', seen: own });
      lines.push(worker);
      viewers.push(viewer);
      await started;
      const opened = await fetch(`${server.url}/api/sessions/${sessionId}/audience`, {
        method: 'PATCH',
        headers: { cookie, origin: server.url, 'content-type': 'application/json' },
        body: JSON.stringify({ open: true }),
      });
      const { watchUrl } = (await opened.json()) as { watchUrl: string };
      urls.push(`${server.url.replace('http', 'ws')}/watch/ws?codecs=1,0&id=${watchUrl.split('/').at(-1)}`);
    }
    return await measure({
      pid: server.pid,
      lines,
      own,
      audience: { urls, watchers, ackMs: WATCHER_ACK_MS },
    });
  } finally {
    for (const socket of [...lines, ...viewers]) socket.terminate();
    await server.dispose();
  }
}

async function measurePipe(dreams: number, watchers: number, ackMs: number): Promise<Figures> {
  const { pipe, url } = await startPipe();
  const own = new Seen();
  const lines: WebSocket[] = [];
  const urls: string[] = [];
  try {
    for (let index = 0; index < dreams; index++) {
      const viewer = await openSocket(`${url}/out/${index}`);
      viewer.on('message', (data: Buffer) => own.picture(data));
      lines.push(await openSocket(`${url}/in/${index}`));
      urls.push(`${url}/out/${index}`);
    }
    return await measure({ pid: pipe.pid ?? 0, lines, own, audience: { urls, watchers, ackMs } });
  } finally {
    pipe.kill();
  }
}

function run(kind: Kind, dreams: number, watchers: number): Promise<Figures> {
  if (kind === 'relay') return measureRelay(dreams, watchers);
  return measurePipe(dreams, watchers, kind === 'pipe' ? 0 : WATCHER_ACK_MS);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

for (const watchers of SIZES) {
  const dreams = Math.ceil(100 / watchers);
  const rounds: Record<Kind, Figures>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const figures = {} as Record<Kind, Figures>;
    for (const kind of KINDS) figures[kind] = await run(kind, dreams, watchers);
    rounds.push(figures);
  }
  console.log(`${dreams} × ${watchers} watchers, medians of ${ROUNDS} runs in turn:`);
  for (const kind of KINDS) {
    const of = (read: (figures: Figures) => number) => median(rounds.map((round) => read(round[kind])));
    const ratio = of(({ each }) => each);
    console.log(
      `  ${kind}: ${ratio.toFixed(1)} µs a watcher’s frame, ${of(({ memory }) => memory).toFixed(0)} KB a watcher, ` +
        `${of(({ cores }) => cores).toFixed(0)} % of a core; p99 of dreamers ${of(({ own }) => own).toFixed(2)} ms, ` +
        `${of(({ alone }) => alone).toFixed(2)} without, ${of(({ own, alone }) => own / alone).toFixed(2)} ×; ` +
        `of watchers ${of((figures) => figures.watchers).toFixed(1)} ms; ${of(({ lost }) => lost).toFixed(1)} % lost; ` +
        `first frame within ${of(({ first }) => first).toFixed(0)} ms`,
    );
  }
  const ratio = (other: Kind) =>
    median(rounds.map((round) => round.relay.each / round[other].each)).toFixed(2);
  console.log(`  relay: ${ratio('pipe')} × the pipe, ${ratio('pipe with acks')} × the pipe with acks`);
}
process.exit(0);
