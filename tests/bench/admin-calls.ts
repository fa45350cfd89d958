/**
 * Time of each call of the dashboard with 1,000,000 dreams of 100,000 people, on SQLite and on Postgres. The data is
 * made once and kept in BENCH_DATA, or else in .build/bench: a few minutes and 2 GB for each database.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../db/open.ts';
import { openLoginSession } from '../../modules/auth/session/sign-in.ts';
import { createAuthStore } from '../../modules/auth/store.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { startPostgres } from '../postgres.ts';
import { seed } from '../seed.ts';
import { startServer } from '../server.ts';
import { processorMs } from './processor.ts';

const PEOPLE = 100_000;
const DREAMS = 1_000_000;
const DAYS = 730;
const NOW = Date.parse('2026-03-31T15:20:00.000Z');
const ROUNDS = 20;

const sessions = (more: object) =>
  ['session-data', { action: 'getAllSessions', page: 1, limit: 20, ...more }] as const;
const people = (more: object) =>
  ['user-data', { action: 'getAllUsers', page: 1, limit: 20, ...more }] as const;
const summary = (startDate: string) =>
  ['summary-data', { action: 'getSummaryData', startDate, endDate: '2026-03-31' }] as const;

const figures = (step: string) => ['figures-data', { action: 'getFigures', step }] as const;

const CALLS: [string, readonly [string, object]][] = [
  ['sessions, no filter', sessions({})],
  ['sessions, the last page', sessions({ page: DREAMS / 20 })],
  ['sessions DONE', sessions({ jobStatus: 'DONE' })],
  ['sessions DONE, page 20,000', sessions({ jobStatus: 'DONE', page: 20_000 })],
  ['sessions of 7 days', sessions({ sessionAfter: '2026-03-01T08:30', sessionBefore: '2026-03-08T08:30' })],
  ['sessions of two years but an hour', sessions({ sessionAfter: '2024-01-01T01:00' })],
  ['sessions FAILED in a year', sessions({ jobStatus: 'FAILED', sessionAfter: '2025-03-31T12:00' })],
  ['job id holds 4 digits', sessions({ rpJobId: 'ab12' })],
  ['job id holds 3 digits', sessions({ rpJobId: 'ab1' })],
  ['job id holds 2 digits', sessions({ rpJobId: 'ab' })],
  ['job id holds “local” (half of all)', sessions({ rpJobId: 'local' })],
  ['worker id holds “ams-1”', sessions({ workerId: 'ams-1' })],
  ['worker id holds “nobody”', sessions({ workerId: 'nobody' })],
  ['server FPS from 10', sessions({ minServerFps: 10 })],
  ['server FPS from 14 to 15, page 5,000', sessions({ minServerFps: 14, maxServerFps: 15, page: 5_000 })],
  ['server FPS from 3 to 3.1', sessions({ minServerFps: 3, maxServerFps: 3.1 })],
  ['server and client FPS, DONE', sessions({ minServerFps: 8, maxClientFps: 12, jobStatus: 'DONE' })],
  ['job id holds “local”, worker id “ams-1”', sessions({ rpJobId: 'local', workerId: 'ams-1' })],
  ['worker id holds “ams-1”, server FPS from 10', sessions({ workerId: 'ams-1', minServerFps: 10 })],
  ['client FPS to 9 in a month', sessions({ maxClientFps: 9, sessionAfter: '2026-03-01T00:00' })],
  ['users, no filter', people({})],
  ['users, the last page', people({ page: PEOPLE / 20 })],
  ['users subscribed', people({ role: 'subscribed' })],
  ['users by part of an address', people({ email: 'brandt.77' })],
  ['users whose plan is paid for', people({ plan: 'paid' })],
  ['users whose plan is given', people({ plan: 'given' })],
  ['users whose plan lapsed', people({ plan: 'lapsed' })],
  ['users seen in 7 days, by last seen', people({ seen: 'week', sort: 'seen' })],
  ['users by email', people({ sort: 'email' })],
  ['figures of 31 days', figures('day')],
  ['figures of 26 weeks', figures('week')],
  ['figures of 24 months', figures('month')],
  ['mails, no filter', ['mail-data', { action: 'getMails', page: 1, limit: 20 }]],
  ['mails that failed', ['mail-data', { action: 'getMails', page: 1, limit: 20, state: 'failed' }]],
  ['reports', ['report-data', { action: 'getReports' }]],
  ['dreams found by an address', ['dream-data', { action: 'findDreams', words: 'brandt.77' }]],
  ['summary of 7 days', summary('2026-03-25')],
  ['summary of 90 days', summary('2026-01-01')],
  ['summary of two years', summary('2024-04-01')],
];

if (process.argv[2]) {
  await measure(process.argv[2]);
} else {
  const kept = process.env.BENCH_DATA ?? join(import.meta.dirname, '../../.build/bench');
  const run = (name: string, databaseUrl: string) => {
    const folder = join(kept, name);
    mkdirSync(folder, { recursive: true });
    spawnSync(process.execPath, [import.meta.filename, folder], {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });
  };
  run('sqlite', '');
  // A folder of its own: a server closes its data folder to all other users, Postgres's among them.
  const its = join(kept, 'postgres-server');
  mkdirSync(its, { recursive: true });
  const postgres = await startPostgres(its);
  run('postgres', postgres.url);
  await postgres.stop();
  process.exit(0);
}

/** Runs with the database of its environment, since tables take their dialect from there when they are imported. */
async function measure(dataDir: string): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL || undefined;
  const name = databaseUrl ? 'Postgres' : 'SQLite';
  const done = join(dataDir, 'seeded');
  if (!existsSync(done)) {
    const began = performance.now();
    await seed({ dataDir, databaseUrl, users: PEOPLE, dreams: DREAMS, now: NOW, days: DAYS });
    writeFileSync(done, '');
    console.log(`${name}: seeded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  const server = await startServer({
    dataDir,
    env: { WORKERS: 'fleet', LOG_LEVEL: 'error', ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  });
  const db = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const store = createAuthStore(db, systemClock);
  const email = `${newId()}@example.com`;
  const { id } = await store.createUser({ name: 'Bench', email, picture: null, role: 'admin' });
  const from = { userAgent: undefined, address: '127.0.0.1' };
  const cookie = `sid=${await openLoginSession({ store, clock: systemClock, adminEmails: [] }, id, from)}`;
  const postmaster =
    databaseUrl &&
    readFileSync(join(dataDir, '../postgres-server/data/postmaster.pid'), 'utf8').split('\n')[0];
  const processors = () => processorMs(server.pid) + (postmaster ? processorMs(Number(postmaster)) : 0);
  for (const [what, [path, body]] of CALLS) {
    const times: number[] = [];
    const before = processors();
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      const answer = await fetch(`${server.url}/api/admin/${path}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', origin: server.url },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text}`);
      times.push(performance.now() - began);
    }
    const [median, late] = [0.5, 0.95].map(
      (part) => times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * part)],
    );
    const spent = (processors() - before) / ROUNDS;
    console.log(
      `${name}, ${what}: ${median?.toFixed(0)} ms, 95 % within ${late?.toFixed(0)} ms, ${spent.toFixed(0)} ms of processor`,
    );
  }
  await db.close();
  await server.stop();
}
