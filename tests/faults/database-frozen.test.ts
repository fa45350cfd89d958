import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, onServer, startPostgres } from '../postgres.ts';
import { type RunningServer, startServer } from '../server.ts';
import { until } from '../wire/inbox.ts';
import { type Answer, createPerson, type Person, signInAsAdmin } from '../wire/person.ts';
import { childrenOf } from './processes.ts';

/** Freezes of the database during an admission; FREEZE_ROUNDS overrides the number. */
const FREEZES = Number(process.env.FREEZE_ROUNDS ?? 1);
/** Restarts under load; RESTART_ROUNDS overrides the number. */
const RESTARTS = Number(process.env.RESTART_ROUNDS ?? 1);
const RESTART_INTERVAL_MS = Number(process.env.RESTART_INTERVAL_MS ?? 1_000);
/** Five seconds are promised; busy machines get a little longer. */
const ANSWERED_TIMEOUT_MS = 6_500;
/** Calls in flight may wait for their responses, but no longer. */
const STOPPED_TIMEOUT_MS = 30_000;

let folder: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let server: RunningServer;
let person: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-away-'));
  postgres = await startPostgres(folder);
  server = await startServer({ env: { WORKERS: 'fleet', LOG_LEVEL: 'error', DATABASE_URL: postgres.url } });
  person = await signInAsAdmin(server);
});
afterAll(async () => {
  thaw();
  await server.dispose();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of [postgres.pid, ...childrenOf(postgres.pid).map(({ pid }) => pid)]) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended on its own.
    }
  }
};
const freeze = () => signal('SIGSTOP');
const thaw = () => signal('SIGCONT');

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  return [await work, performance.now() - began];
}

/** Expects a response that reports the database as away, in the caller's format. */
function expectAway({ status, headers, text }: Answer): void {
  expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  expect(text).toContain('The database can’t be reached right now.');
  expect(headers.get('content-security-policy')).toBeTruthy();
}

const isReady = async () => (await person.call('GET', '/readyz')).status === 200;
const endDream = (sessionId: string) => person.call('POST', '/api/stream/end', { sessionId });

describe('a frozen database', () => {
  test('is reported within five seconds by pages and calls, and everything recovers by itself', async () => {
    freeze();
    const asked = [
      ...Array.from({ length: 20 }, () => person.call('POST', '/api/stream/connect', {})),
      ...Array.from({ length: 10 }, () => person.call('GET', '/api/sessions')),
      ...Array.from({ length: 5 }, () =>
        person.call('GET', '/dreamboard', undefined, { accept: 'text/html' }),
      ),
    ].map(timed);
    const [alive, aliveMs] = await timed(person.call('GET', '/healthz'));
    expect([alive.status, aliveMs < 1_000]).toEqual([200, true]);
    const [home] = await timed(createPerson(server).call('GET', '/', undefined, { accept: 'text/html' }));
    expect(home.status).toBe(200);
    const [ready, readyMs] = await timed(person.call('GET', '/readyz'));
    expect([ready.status, ready.json.database]).toEqual([503, 'failed']);
    const answers = await Promise.all(asked);
    for (const [answer] of answers) expectAway(answer);
    const slowest = Math.max(...answers.map(([, ms]) => ms));
    console.log(`frozen: answered within ${slowest.toFixed(0)} ms, /readyz within ${readyMs.toFixed(0)} ms`);
    expect(slowest).toBeLessThan(ANSWERED_TIMEOUT_MS);
    expect(answers.at(-1)?.[0].headers.get('content-type')).toContain('text/html');
    thaw();
    await until('readiness', isReady, 10_000);
    const { sessionId, status } = await person.connect();
    expect(status).toBe('queued');
    expect((await endDream(sessionId)).json).toEqual({ job_status: 'ABORTED' });
  });

  test('during an admission leaves no one with a lost dream, or with two', {
    timeout: 60_000 * FREEZES,
  }, async () => {
    for (let round = 0; round < FREEZES; round++) {
      const asked = [1, 2, 3].map(() => person.call('POST', '/api/stream/connect', {}));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 25));
      freeze();
      for (const answer of await Promise.all(asked)) if (answer.status !== 200) expectAway(answer);
      thaw();
      await until('readiness', isReady, 10_000);
      // A dream that was stored has a room, so it has a place in the queue and can be left.
      const { sessionId, status, queuePosition } = await person.connect();
      expect([status, queuePosition]).toEqual(['queued', 1]);
      expect((await endDream(sessionId)).json).toEqual({ job_status: 'ABORTED' });
      expect((await person.call('GET', '/api/sessions')).json.activeSession).toBeNull();
    }
  });
});

describe('a database that is stopped and started repeatedly', () => {
  test('causes 503s, but loses nothing acknowledged', {
    timeout: 60_000 + 20_000 * RESTARTS,
  }, async () => {
    const { user } = (await person.call('GET', '/api/session')).json;
    const wanted = Array.from(
      { length: 500 * RESTARTS * (Math.ceil(RESTART_INTERVAL_MS / 1000) + 2) },
      (_, n) => `dream-${n}`,
    );
    await onServer(
      postgres.url,
      `INSERT INTO dreams (id, user_id, rp_job_id, job_status, requested_at, limit_seconds, seed)
       SELECT 'dream-' || n, '${user.id}', 'dream-' || n, 'DONE', 0, 300, 1
       FROM generate_series(0, ${wanted.length - 1}) AS n`,
    );
    const left = wanted.values();
    const kept: string[] = [];
    let refused = 0;
    let stopping = false;
    const writers = [0, 1, 2, 3].map(async () => {
      while (!stopping) {
        const { value: id, done } = left.next();
        if (done) throw new Error('more was written than there is');
        const answer = await person.call('POST', '/api/bookmarks', { session_id: id });
        if (answer.status === 200) kept.push(id);
        else {
          expectAway(answer);
          refused += 1;
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
    const done = Promise.all(writers);
    for (let round = 0; round < RESTARTS; round++) {
      const before = kept.length;
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, RESTART_INTERVAL_MS))]);
      await postgres.stop();
      postgres = await startPostgres(folder, postgres.port);
      await Promise.race([done, until('writes after the start', () => kept.length > before + 20)]);
    }
    stopping = true;
    await done;
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query<{ dream_id: string }>('SELECT dream_id FROM bookmarks');
    await client.end();
    const stored = new Set(rows.map(({ dream_id: id }) => id));
    console.log(`restarts: ${RESTARTS}, acknowledged: ${kept.length}, refused: ${refused}`);
    expect(kept.filter((id) => !stored.has(id))).toEqual([]);
  });
});

describe('a start with a frozen database', () => {
  test('is alive, asks everyone to come back, and continues when the database does', async () => {
    await onServer(postgres.url, 'CREATE DATABASE second');
    const port = await freePort();
    freeze();
    const starting = startServer({
      port,
      env: {
        WORKERS: 'fleet',
        LOG_LEVEL: 'error',
        DATABASE_URL: postgres.url.replace(/\/[^/]*$/, '/second'),
      },
    });
    const ask = (path: string, accept = 'application/json') =>
      fetch(`http://localhost:${port}${path}`, { headers: { accept } });
    await until('a sign of life', () =>
      ask('/healthz').then(
        (answer) => answer.ok,
        () => false,
      ),
    );
    const answers = await Promise.all([ask('/api/session'), ask('/readyz'), ask('/', 'text/html')]);
    thaw();
    for (const { status, headers } of answers)
      expect([status, headers.get('retry-after'), headers.has('content-security-policy')]).toEqual([
        503,
        '2',
        true,
      ]);
    expect(await answers[0]?.json()).toEqual({
      error: expect.stringContaining('is starting'),
      code: 'starting',
    });
    expect(await answers[2]?.text()).toContain('This page will reload automatically');
    const started = await starting;
    expect((await ask('/readyz')).status).toBe(200);
    await started.dispose();
  });
});

describe('a stop with a frozen database', () => {
  test('still ends, for a single server and for one of several, on either signal', async () => {
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const several = await Promise.all(
      signals.map(async (signal) => {
        const port = await freePort();
        const node = { NODE_URL: `http://127.0.0.1:${port}` };
        const env = { WORKERS: 'fleet', LOG_LEVEL: 'error', DATABASE_URL: postgres.url, ...node };
        return { signal, server: await startServer({ port, env }) };
      }),
    );
    // This is the last test, so it can use the server that the other tests shared.
    const running = [{ signal: 'SIGTERM' as const, server }, ...several];
    freeze();
    try {
      for (const { signal, server } of running) process.kill(server.pid, signal);
      const [codes, ms] = await timed(Promise.all(running.map((one) => one.server.exited)));
      console.log(`frozen: stopped within ${ms.toFixed(0)} ms`);
      expect(codes, running.map((one) => one.server.output()).join()).toEqual([0, 0, 0]);
      expect(ms).toBeLessThan(STOPPED_TIMEOUT_MS);
    } finally {
      thaw();
      await Promise.all(several.map((one) => one.server.dispose()));
    }
  });
});
