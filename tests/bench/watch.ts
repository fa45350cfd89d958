/**
 * CPU time and memory that the audience of one dream takes, compared with a Bun.serve pipe that only copies messages to
 * everyone, and delays of the dreamer: `watch.ts [seconds] [watchers…]`, with video frames of 15 KB, recording on. A
 * watcher's cost is the CPU time for each of their frames, beyond that of a dream, or a pipe, without any.
 *
 * The dreamer acknowledges each frame, watchers now and then, as their pages do; `acks` as the last word makes the pipe
 * read their acknowledgements, too. Everything runs on this machine; if others use it, start it with `chrt -r 5`.
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
  Seen,
  sendFrames,
  startPipe,
  startRelay,
} from './load.ts';
import { signInByMail } from './sign-in.ts';

const [, , seconds = '10', ...more] = process.argv;
const [readsAcks, sizes] = [more.at(-1) === 'acks', more.filter((size) => size !== 'acks')];
const SECONDS = Number(seconds);
const SIZES = sizes.length > 0 ? sizes.map(Number) : [1, 10, 100, 1000];
const LATE = 5;

const frames = await createFrames(15 * 1024, true);

interface Measured {
  /** share of a core */
  cores: number;
  /** resident, in MB */
  memory: number;
  /** p99 in ms of the dreamer, and of the pipe's first receiver */
  own: number;
  audience: { frames: number; p99: number };
}

interface Process {
  pid: number;
  line: WebSocket;
  own: Seen;
  audience: ChildProcess;
}

async function startWatchers(url: string, watchers: number, acks: boolean): Promise<ChildProcess> {
  const path = join(import.meta.dirname, 'watchers.ts');
  const child = fork(path, [url, `${watchers}`, ...(acks ? [`${WATCHER_ACK_MS}`] : [])]);
  await once(child, 'message');
  return child;
}

async function measure({ pid, line, own, audience }: Process, meanwhile = async () => {}): Promise<Measured> {
  let before = 0;
  const onWarm = () => {
    own.reset();
    audience.send('reset');
    before = cpuSeconds(pid);
  };
  const [memory] = await Promise.all([
    sendFrames(frames, [line], { seconds: SECONDS, onWarm }).then(() => memoryOf(pid) / 1e6),
    meanwhile(),
  ]);
  const cores = (cpuSeconds(pid) - before) / SECONDS;
  audience.send('figures');
  const [figures] = await once(audience, 'message');
  return { cores, memory, own: own.p99(), audience: figures };
}

async function measureRelay(watchers: number): Promise<Measured & { lost: number; first: number }> {
  const server = await startRelay({ MAX_WATCHERS: '2000' });
  const own = new Seen();
  const sockets: WebSocket[] = [];
  let audience: ChildProcess | null = null;
  try {
    const { worker, started } = await dialWorker(server.url, 0);
    const cookie = await signInByMail(server, 'p0@bench.test', '10.0.0.1');
    const { viewer, sessionId } = await openDream(server, { cookie, query: '&codecs=1,0', seen: own });
    sockets.push(worker, viewer);
    await started;
    const opened = await fetch(`${server.url}/api/sessions/${sessionId}/audience`, {
      method: 'PATCH',
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      body: JSON.stringify({ open: true }),
    });
    const { watchUrl } = (await opened.json()) as { watchUrl: string };
    const url = `${server.url.replace('http', 'ws')}/watch/ws?codecs=1,0&id=${watchUrl.split('/').at(-1)}`;
    audience = await startWatchers(url, watchers, true);
    const first: number[] = [];
    const watchLate = async () => {
      for (let index = 0; index < LATE; index++) {
        await pause((SECONDS * 1000) / (LATE + 1));
        const began = performance.now();
        const late = await openSocket(url, { 'x-forwarded-for': `10.0.1.${index}` });
        sockets.push(late);
        late.once('message', function waits(_, isBinary) {
          if (isBinary) first.push(performance.now() - began);
          else late.once('message', waits);
        });
      }
    };
    const measured = await measure({ pid: server.pid, line: worker, own, audience }, watchLate);
    const lost = SECONDS * FPS * watchers - measured.audience.frames;
    return { ...measured, lost, first: Math.max(...first) };
  } finally {
    for (const socket of sockets) socket.terminate();
    audience?.kill();
    await server.dispose();
  }
}

async function measurePipe(watchers: number): Promise<Measured> {
  const { pipe, url } = await startPipe();
  const own = new Seen();
  let audience: ChildProcess | null = null;
  try {
    const viewer = await openSocket(`${url}/out/0`);
    viewer.on('message', (data: Buffer) => own.picture(data));
    audience = await startWatchers(`${url}/out/0`, watchers, readsAcks);
    const line = await openSocket(`${url}/in/0`);
    return await measure({ pid: pipe.pid ?? 0, line, own, audience });
  } finally {
    audience?.kill();
    pipe.kill();
  }
}

const share = (cores: number) => `${(cores * 100).toFixed(1)} % of a core`;
const alone = { pipe: await measurePipe(0), relay: await measureRelay(0) };
console.log(
  `no watchers: relay ${share(alone.relay.cores)}, ${alone.relay.memory.toFixed(0)} MB, p99 of the dreamer ${alone.relay.own.toFixed(1)} ms; ` +
    `pipe ${share(alone.pipe.cores)}, p99 ${alone.pipe.own.toFixed(1)} ms`,
);
for (const watchers of SIZES) {
  const pipe = await measurePipe(watchers);
  const relay = await measureRelay(watchers);
  const each = (kind: 'pipe' | 'relay', { cores, audience }: Measured) =>
    ((cores - alone[kind].cores) * 1e6 * SECONDS) / audience.frames;
  console.log(
    `${watchers} watchers: relay ${share(relay.cores)}, ${relay.memory.toFixed(0)} MB, p99 of the dreamer ${relay.own.toFixed(1)} ms, ` +
      `of watchers ${relay.audience.p99.toFixed(1)} ms, ${relay.lost} frames left out, a late watcher’s first frame after at most ${relay.first.toFixed(0)} ms; ` +
      `pipe ${share(pipe.cores)}, p99 ${pipe.own.toFixed(1)} ms; a watcher’s frame ${each('relay', relay).toFixed(1)} µs, ` +
      `in the pipe ${each('pipe', pipe).toFixed(1)} µs, ratio ${(each('relay', relay) / each('pipe', pipe)).toFixed(2)}`,
  );
}
process.exit(0);
