/**
 * Cost of one live dream on a real Postgres: the server's CPU and memory, the database's CPU and transactions, bytes on
 * every connection, and bytes stored. `bun tests/bench/capacity.ts [dreams [seconds]]`.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { createDream } from '../../modules/painter/dream.ts';
import { startPostgres } from '../postgres.ts';
import { startServer } from '../server.ts';
import { openViewer } from '../wire/fake-viewer.ts';
import { connectWorker, HELLO, WORKER_TOKEN } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { createPerson } from '../wire/person.ts';
import { processorMs } from './processor.ts';
import { signInByMail } from './sign-in.ts';

const DREAMS = Number(process.argv[2] ?? 8);
const SECONDS = Number(process.argv[3] ?? 60);
const FPS = 16;
const MIB = 1024 * 1024;
const COMPILED_TIMEOUT_MS = 900_000;

const pictures = paint();
const postgres = await startPostgres();
const server = await startServer({
  env: {
    DATABASE_URL: postgres.url,
    WORKERS: 'fleet',
    WORKER_TOKEN,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'on',
    TRIAL_STREAMS: 'unlimited',
  },
});
const rows = new pg.Client(postgres.url);
await rows.connect();
try {
  await measure();
} finally {
  await rows.end();
  await server.dispose();
  await postgres.stop();
}

async function measure(): Promise<void> {
  const idleMib = residentMib(server.pid);
  const live: Awaited<ReturnType<typeof begin>>[] = [];
  for (let i = 0; i < DREAMS; i++) live.push(await begin(i));
  let at = 0;
  const drawing = setInterval(() => {
    at += 1;
    for (const [i, { worker }] of live.entries())
      worker.frame(undefined, pictures[(at + i * 7) % pictures.length]);
  }, 1000 / FPS);
  await until('pictures', () => live.every(({ viewer }) => viewer.frames.items.length > FPS));
  const before = await look();
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const after = await look();
  clearInterval(drawing);
  const seen = live.reduce((sum, { viewer }) => sum + viewer.frames.items.length, 0);

  const compiling = processorMs(server.pid);
  for (const { person, sessionId } of live) await person.call('POST', '/api/stream/end', { sessionId });
  const isMade = async () =>
    (await rows.query(`SELECT 1 FROM dreams WHERE server_status = 'PROCESSING'`)).rowCount === 0;
  await until('the videos', isMade, COMPILED_TIMEOUT_MS, 500);
  const [kept] = (
    await rows.query(
      'SELECT sum(video_bytes)::float8 AS bytes, sum(duration_ms)::float8 AS ms FROM dreams WHERE video_bytes IS NOT NULL',
    )
  ).rows;

  const per = (total: number) => total / DREAMS / SECONDS;
  const bytes = pictures.reduce((sum, { length }) => sum + length, 0) / pictures.length;
  report(
    'a picture, and with 16 a second a dream’s line, each way',
    `${Math.round(bytes / 1024)} KB, ${((bytes * FPS * 8) / 1e6).toFixed(1)} Mbit/s`,
  );
  report(
    'pictures that viewers got',
    `${((100 * seen) / (DREAMS * FPS * (SECONDS + 2))).toFixed(0)} % of 16 a second`,
  );
  report(
    'processor of the server',
    `${(per(after.server - before.server) / 10).toFixed(2)} % of a core a dream`,
  );
  report(
    'processor of the database',
    `${(per(after.database - before.database) / 10).toFixed(2)} % of a core a dream`,
  );
  report(
    'transactions of the database',
    `${per(after.transactions - before.transactions).toFixed(2)} a second a dream`,
  );
  report(
    'memory of the server',
    `${idleMib} MiB idle, ${((after.mib - idleMib) / DREAMS).toFixed(1)} MiB a dream`,
  );
  report('video', `${(kept.bytes / MIB / (kept.ms / 60_000)).toFixed(1)} MiB a minute`);
  report(
    'processor of compiling',
    `${((processorMs(server.pid) - compiling) / kept.ms).toFixed(2)} core-seconds a second`,
  );
}

/** Starts a person's dream, up to the first prompt. */
async function begin(i: number) {
  const cookie = await signInByMail(server, `dreamer-${i}@example.com`, `198.51.100.${i}`);
  const worker = await connectWorker(server, { hello: { ...HELLO, worker_id: `box-${i}` } });
  const person = createPerson(server, cookie);
  const { sessionId, websocketUrl } = await person.connectUntilReady();
  const viewer = await openViewer(websocketUrl);
  viewer.send({ type: 'prompt', id: 'first', text: 'a neon city in the rain' });
  await worker.reported('prompt');
  return { worker, viewer, person, sessionId };
}

async function look() {
  const { rows: found } = await rows.query('SELECT sum(xact_commit)::float8 AS n FROM pg_stat_database');
  return {
    server: processorMs(server.pid),
    database: processorMs(postgres.pid),
    transactions: found[0].n as number,
    mib: residentMib(server.pid),
  };
}

function report(what: string, figure: string): void {
  console.log(`capacity: ${what}: ${figure}`);
}

function residentMib(pid: number): number {
  return Math.round(Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) / 1024);
}

/** Ten seconds of painted frames, played in a loop. */
function paint(): Uint8Array[] {
  const dream = createDream({ width: 1280, height: 720, seed: 7 });
  dream.prompt('first', 'a neon city in the rain');
  while (dream.next(FPS).shown === null);
  return Array.from({ length: 10 * FPS }, () => {
    dream.next(FPS);
    return new Uint8Array(dream.jpeg(80));
  });
}
