/**
 * CPU time and memory that the audience of one dream takes, compared with a Bun.serve pipe that only copies messages to
 * everyone, and delays of the dreamer: `watch.ts [seconds] [watchers…]`, with video frames of 15 KB, recording on.
 * The dreamer acknowledges each frame, watchers every 100 ms, as their pages do; `acks` as the last word makes the pipe read
 * acknowledgements of each frame, too. Everything runs on this machine.
 */
import type { WebSocket } from 'ws';
import { WATCHER_ACK_MS } from '../../modules/protocol/limits.ts';
import {
  acknowledge,
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
const SIZES = sizes.length > 0 ? sizes.map(Number) : [0, 1, 10, 100, 1000];
const LATE = 5;

const frames = await createFrames(15 * 1024, true);

interface Process {
  pid: number;
  line: WebSocket;
  seen: Seen[];
}

/** Share of a core, and resident memory in MB, while a frame is sent at each interval. */
async function measure({ pid, line, seen }: Process, meanwhile = async () => {}) {
  let before = 0;
  const onWarm = () => {
    for (const one of seen) one.reset();
    before = cpuSeconds(pid);
  };
  const [memory] = await Promise.all([
    sendFrames(frames, [line], { seconds: SECONDS, onWarm }).then(() => memoryOf(pid) / 1e6),
    meanwhile(),
  ]);
  return { cores: (cpuSeconds(pid) - before) / SECONDS, memory };
}

async function measureRelay(watchers: number) {
  const server = await startRelay({ MAX_WATCHERS: '2000' });
  const [own, theirs] = [new Seen(), new Seen()];
  const sockets: WebSocket[] = [];
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
    const watch = async (index: number) => {
      const socket = await openSocket(url, { 'x-forwarded-for': `10.${1 + (index >> 8)}.${index & 255}.1` });
      sockets.push(socket);
      return socket;
    };
    for (let index = 0; index < watchers; index++) acknowledge(await watch(index), theirs, WATCHER_ACK_MS);
    const first: number[] = [];
    const watchLate = async () => {
      for (let index = 0; index < LATE; index++) {
        await pause((SECONDS * 1000) / (LATE + 1));
        const began = performance.now();
        const late = await watch(watchers + index);
        late.once('message', function waits(_, isBinary) {
          if (isBinary) first.push(performance.now() - began);
          else late.once('message', waits);
        });
      }
    };
    const used = await measure({ pid: server.pid, line: worker, seen: [own, theirs] }, watchLate);
    const lost = SECONDS * FPS * watchers - theirs.delays.length;
    return { ...used, own: own.p99(), theirs: theirs.p99(), lost, first: Math.max(...first) };
  } finally {
    for (const socket of sockets) socket.terminate();
    await server.dispose();
  }
}

async function measurePipe(watchers: number) {
  const { pipe, url } = await startPipe();
  const seen = new Seen();
  try {
    for (let index = 0; index <= watchers; index++) {
      const viewer = await openSocket(`${url}/out/0`);
      if (readsAcks) acknowledge(viewer, seen);
      else viewer.on('message', (data: Buffer) => seen.picture(data));
    }
    const line = await openSocket(`${url}/in/0`);
    return { ...(await measure({ pid: pipe.pid ?? 0, line, seen: [seen] })), p99: seen.p99() };
  } finally {
    pipe.kill();
  }
}

const share = (cores: number) => `${(cores * 100).toFixed(1)} % of a core`;
for (const watchers of SIZES) {
  const pipe = await measurePipe(watchers);
  const relay = await measureRelay(watchers);
  console.log(
    `${watchers} watchers: relay ${share(relay.cores)}, ${relay.memory.toFixed(0)} MB, p99 of the dreamer ${relay.own.toFixed(1)} ms, ` +
      `of watchers ${relay.theirs.toFixed(1)} ms, ${relay.lost} frames left out, a late watcher’s first frame after at most ${relay.first.toFixed(0)} ms; ` +
      `pipe ${share(pipe.cores)}, p99 ${pipe.p99.toFixed(1)} ms; ratio ${(relay.cores / pipe.cores).toFixed(2)}`,
  );
}
process.exit(0);
