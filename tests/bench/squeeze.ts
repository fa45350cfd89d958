/**
 * A viewer whose connection drops from 20 to 1.5 Mbit/s, with video and with JPEGs: how many of the worker's frames
 * arrive, and how old they are by then. Uses the real server and painter. The viewer runs in a network namespace behind
 * `tc tbf`, so this needs Linux, root and iproute2: `squeeze.ts`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { WebSocket } from 'ws';
import { startServer } from '../server.ts';
import { signInByMail } from './sign-in.ts';

const SPACE = 'reverie-squeeze';
const [OUTSIDE, INSIDE] = ['rev-out', 'rev-in'];
const [SERVER_IP, VIEWER_IP] = ['10.213.7.1', '10.213.7.2'];
const WIDE = '20mbit';
const NARROW = '1.5mbit';
const WIDE_MS = 8_000;
const NARROW_MS = 20_000;
const WIDE_AGAIN_MS = 6_000;
/** Until the rate has adapted to the connection. */
const SETTLES_MS = 1_500;

interface Arrival {
  id: number;
  /** ms since the epoch */
  at: number;
  ageMs: number;
  bytes: number;
}

/** Prints one line per frame received, and acknowledges it as a browser would. */
function view(url: string, cookie: string): void {
  const viewer = new WebSocket(url, { headers: { cookie } });
  viewer.on('open', () => viewer.send('neon city in the rain at night'));
  viewer.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return;
    const at = performance.timeOrigin + performance.now();
    const [id, sentAt] = [data.readUInt32BE(4), data.readDoubleBE(8)];
    viewer.send(
      JSON.stringify({ type: 'ack', frame_id: id, timestamp: Math.round(at), server_timestamp: sentAt }),
    );
    console.log(JSON.stringify({ id, at, ageMs: at - sentAt, bytes: data.length } satisfies Arrival));
  });
}

const run = (command: string) => {
  const [program = '', ...args] = command.split(' ');
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
};

function openLine(): void {
  run(`ip netns add ${SPACE}`);
  run(`ip link add ${OUTSIDE} type veth peer name ${INSIDE}`);
  run(`ip link set ${INSIDE} netns ${SPACE}`);
  run(`ip addr add ${SERVER_IP}/30 dev ${OUTSIDE}`);
  run(`ip link set ${OUTSIDE} up`);
  run(`ip netns exec ${SPACE} ip addr add ${VIEWER_IP}/30 dev ${INSIDE}`);
  run(`ip netns exec ${SPACE} ip link set ${INSIDE} up`);
  run(`tc qdisc add dev ${OUTSIDE} root handle 1: tbf rate ${WIDE} burst 32kbit latency 400ms`);
}

const squeeze = (rate: string) =>
  run(`tc qdisc replace dev ${OUTSIDE} root handle 1: tbf rate ${rate} burst 32kbit latency 400ms`);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function watch(url: string, cookie: string, isVideo: boolean): Promise<string> {
  const answer = await fetch(`${url}/api/stream/connect`, { method: 'POST', headers: { cookie } });
  const { websocketUrl, sessionId } = (await answer.json()) as { websocketUrl: string; sessionId: string };
  const there = new URL(websocketUrl);
  there.hostname = SERVER_IP;
  if (isVideo) there.searchParams.set('codecs', '1,0');
  const viewer = spawn(
    'ip',
    ['netns', 'exec', SPACE, process.execPath, import.meta.filename, 'view', there.href, cookie],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let printed = '';
  viewer.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  while (printed === '') await pause(50);
  await pause(WIDE_MS);
  squeeze(NARROW);
  const from = Date.now();
  await pause(NARROW_MS);
  squeeze(WIDE);
  const to = Date.now();
  await pause(WIDE_AGAIN_MS);
  viewer.kill();
  await fetch(`${url}/api/stream/end`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId }),
  });
  const seen: Arrival[] = printed
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return [
    ['wide', from - WIDE_MS + 2_000, from],
    ['narrow, first 1.5 s', from, from + SETTLES_MS],
    ['narrow, after it', from + SETTLES_MS, to],
    ['wide again', to + 2_000, to + WIDE_AGAIN_MS],
  ]
    .map(([name, since, until]) => describe(String(name), seen, Number(since), Number(until)))
    .join('\n');
}

function describe(name: string, seen: Arrival[], from: number, to: number): string {
  const there = seen.filter(({ at }) => at > from && at <= to);
  const made = (there.at(-1)?.id ?? 0) - (there[0]?.id ?? 0) + 1;
  const ages = there.map(({ ageMs }) => ageMs);
  const mbit = (there.reduce((sum, { bytes }) => sum + bytes, 0) * 8) / 1000 / (to - from);
  return (
    `  ${name}: ${((there.length * 1000) / (to - from)).toFixed(1)} of ${((made * 1000) / (to - from)).toFixed(1)} pictures a second (${Math.round((100 * there.length) / made)} %), ` +
    `${mbit.toFixed(2)} Mbit/s, age p50 ${percentile(ages, 0.5).toFixed(0)} ms, p95 ${percentile(ages, 0.95).toFixed(0)} ms, worst ${Math.max(...ages).toFixed(0)} ms`
  );
}

async function compare(): Promise<void> {
  openLine();
  const server = await startServer({ env: { LOG_LEVEL: 'error', HOST: '0.0.0.0', TRUST_PROXY: 'on' } });
  try {
    for (const coding of ['video', 'JPEG']) {
      const cookie = await signInByMail(server, `${coding}@bench.test`, '10.0.0.1');
      console.log(`squeezed, as ${coding}:\n${await watch(server.url, cookie, coding === 'video')}`);
    }
  } finally {
    await server.dispose();
    run(`ip link del ${OUTSIDE}`);
    run(`ip netns del ${SPACE}`);
  }
}

const [mode, url = '', cookie = ''] = process.argv.slice(2);
if (mode === 'view') view(url, cookie);
else {
  await compare();
  process.exit(0);
}
