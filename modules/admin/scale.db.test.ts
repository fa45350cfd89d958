import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { drizzle as onSqlite } from 'drizzle-orm/better-sqlite3';
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Orm } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { openDatabase } from '../../db/open.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { seed } from '../../tests/seed.ts';
import { createDreamRepository } from '../dreams/repository.ts';
import { dreamCounts, dreams } from '../dreams/tables.ts';
import { createPurgeStore } from '../dreams/trash/purge-store.ts';
import { systemClock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import type { SessionFilter } from './contract/session-filter.ts';
import { readSessions } from './dreams/read-sessions.ts';
import { createAdminStore } from './store.ts';

const NOW = Date.parse('2026-03-31T15:20:00.000Z');
const DAY_MS = 24 * 3600_000;
const QUARTER_MS = 15 * 60_000;
const clock = { now: () => NOW, monotonic: () => NOW };

const OTHER_PARTS = { looks: 'noted', stream: { watching: { count: async () => new Map() } } } as const;

let at: TestDatabase;
beforeAll(async () => {
  at = await openTestDatabase();
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = at.settings;
  await seed({ dataDir, databaseUrl, users: 60, dreams: 3_000, now: NOW, days: 40 });
});
afterAll(() => at.drop());

const count = sql<number>`count(*)`.mapWith(Number);

describe(`stored counts on ${dialect}`, () => {
  const kept = (span: number) =>
    at.db.orm
      .select({
        at: dreamCounts.at,
        status: dreamCounts.jobStatus,
        n: dreamCounts.n,
        measured: dreamCounts.measured,
      })
      .from(dreamCounts)
      .where(sql`${dreamCounts.span} = ${span} and ${dreamCounts.n} <> 0`)
      .orderBy(dreamCounts.at, dreamCounts.jobStatus);
  const counted = (span: number) => {
    const begin = sql<number>`(requested_at - requested_at % ${sql.raw(String(span))})`.mapWith(Number);
    return at.db.orm
      .select({
        at: begin,
        status: dreams.jobStatus,
        n: count,
        measured: sql<number>`sum(case when server_fps > 0 or client_fps > 0 then 1 else 0 end)`.mapWith(
          Number,
        ),
      })
      .from(dreams)
      .where(sql`${dreams.jobStatus} not in ('PENDING', 'RUNNING')`)
      .groupBy(begin, dreams.jobStatus)
      .orderBy(begin, dreams.jobStatus);
  };

  test('match the rows while dreams start, end, change and are deleted', async () => {
    const repository = createDreamRepository(at.db, clock);
    const [someone] = await at.db.orm.select().from(dreams).limit(1);
    if (!someone) throw new Error('nothing was seeded');
    const admitted = await repository.admit({
      userId: someone.userId,
      limitSeconds: 300,
      quota: null,
      mostUnchargedStarts: null,
      node: 'local',
    });
    if (admitted.kind !== 'admitted') throw new Error(admitted.kind);
    const { id } = admitted.dream;
    const agree = async () => {
      for (const span of [DAY_MS, QUARTER_MS]) expect(await kept(span)).toEqual(await counted(span));
    };
    await agree();
    await repository.markRunning(id, {
      startedAt: NOW,
      workerId: 'gpu-1',
      generator: 'demo',
      generatorVersion: '1',
    });
    await agree();
    const end = {
      serverStatus: null,
      endText: null,
      endedAt: NOW,
      uncharge: false,
      gpuSeconds: null,
      frames: 0,
      fpsData: null,
      pcieData: null,
    };
    await repository.finish(id, { ...end, jobStatus: 'DONE' });
    await agree();
    await repository.saveClientFps(someone.userId, id, { overall: 9 });
    await agree();
    await at.db.orm.update(dreams).set({ jobStatus: 'FAILED' }).where(eq(dreams.id, id));
    await agree();
    await at.db.orm.update(dreams).set({ clientFps: null, serverFps: 0 }).where(eq(dreams.id, id));
    await agree();
    await at.db.orm.update(dreams).set({ serverFps: 12 }).where(eq(dreams.id, id));
    await agree();
    await createPurgeStore({ db: at.db, clock: systemClock, traceOf: (_, text) => text }).remove(id);
    await agree();
  });

  test('match the pages of each filter, to the last one', async () => {
    const store = createAdminStore(at.db, clock);
    const noon = NOW - (NOW % DAY_MS) - 9.5 * DAY_MS;
    const filters: SessionFilter[] = [
      {},
      { jobStatus: 'ABORTED' },
      { sessionAfter: noon },
      { sessionAfter: noon, sessionBefore: noon + 3_600_000 },
      { sessionAfter: noon - DAY_MS / 2, sessionBefore: noon + DAY_MS / 2 - 1, jobStatus: 'DONE' },
      { sessionBefore: noon, minServerFps: 14 },
      { workerId: 'AMS-1' },
      // All workers, and two thirds of them.
      { workerId: 'gpu' },
      { workerId: 'A', minServerFps: 12 },
      { workerId: 'FRA-2', jobStatus: 'DONE', minServerFps: 12 },
      { rpJobId: 'LOCAL', maxClientFps: 12 },
      { rpJobId: 'b1', workerId: '-1' },
    ];
    for (const filter of filters) {
      const ids = new Set<string>();
      const { totalCount } = await readSessions({ store, ...OTHER_PARTS }, { page: 1, limit: 60, ...filter });
      let last = Number.POSITIVE_INFINITY;
      for (let page = 1; page <= Math.ceil(totalCount / 60); page++) {
        const { sessions } = await readSessions({ store, ...OTHER_PARTS }, { page, limit: 60, ...filter });
        expect(sessions).toHaveLength(Math.min(60, totalCount - 60 * (page - 1)));
        for (const { session_id, initial_request_time } of sessions) {
          ids.add(session_id);
          const asked = Date.parse(`${initial_request_time}Z`);
          expect(asked).toBeLessThanOrEqual(last);
          last = asked;
        }
      }
      expect(totalCount).toBeGreaterThan(0);
      expect(ids.size).toBe(totalCount);
    }
  });
});

test(`speeds are sampled by smallest id on ${dialect}`, async () => {
  const store = createAdminStore(at.db, clock);
  const measured = await at.db.orm
    .select({ id: dreams.id })
    .from(dreams)
    .where(sql`server_fps > 0 or client_fps > 0`);
  const smallest = measured.map(({ id }) => id).toSorted();
  for (const most of [1, 30, smallest.length - 1, smallest.length]) {
    const { rows, sampledFrom } = await store.sampleSpeeds(NOW - 41 * DAY_MS, NOW, most);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(smallest.slice(0, most));
    expect(sampledFrom).toBe(smallest.length);
  }
});

test(`no call of the dashboard reads all dreams or all people on ${dialect}`, async () => {
  const asked: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }) };
  // Each start gathers the statistics that query planners use.
  await (await openDatabase(at.settings)).close();
  const { orm, explain, close } = await openExplained(logger);
  const store = createAdminStore({ orm } as Database, clock);
  const range = [NOW - 7 * DAY_MS, NOW] as const;
  const calls: [string, () => Promise<unknown>][] = [
    ['dream_counts', () => readSessions({ store, ...OTHER_PARTS }, { page: 1, limit: 20 })],
    [
      'dream_counts',
      () => readSessions({ store, ...OTHER_PARTS }, { page: 100, limit: 20, jobStatus: 'DONE' }),
    ],
    [
      'dream_counts',
      () => readSessions({ store, ...OTHER_PARTS }, { page: 2, limit: 20, sessionAfter: range[0] + 1 }),
    ],
    [
      'dreams_admin_speeds',
      () =>
        readSessions({ store, ...OTHER_PARTS }, { page: 1, limit: 20, minServerFps: 10, maxClientFps: 12 }),
    ],
    [
      'COVERING INDEX dreams_admin|Only Scan using dreams_admin',
      () =>
        readSessions({ store, ...OTHER_PARTS }, { page: 1, limit: 20, jobStatus: 'DONE', minServerFps: 8 }),
    ],
    [
      'dreams_admin_jobs|_words',
      () => readSessions({ store, ...OTHER_PARTS }, { page: 1, limit: 20, rpJobId: 'abcd' }),
    ],
    [
      'SEARCH dreams USING COVERING INDEX dreams_worker \\(<expr>=\\?\\)|Only Scan using dreams_worker',
      () =>
        readSessions({ store, ...OTHER_PARTS }, { page: 1, limit: 20, workerId: 'ams-1', maxServerFps: 12 }),
    ],
    // Most workers: all dreams without those of the others.
    [
      'dreams_worker \\(<expr>=\\?\\)|Only Scan using dreams_worker',
      () => readSessions({ store, ...OTHER_PARTS }, { page: 1, limit: 20, workerId: 'a' }),
    ],
    ['dream_counts', () => store.countByStatus(...range)],
    ['dreams_clips', () => store.countByStatus(...range)],
    ['dreams_measured', () => store.sampleSpeeds(...range)],
    ['dreams_sampled', () => store.sampleSpeeds(NOW - 40 * DAY_MS, NOW, 10)],
    [
      'COVERING INDEX mail_log_created|mail_log_created',
      () => store.listMails({}, { limit: 20, offset: 40 }),
    ],
    ['users_living|users_email_key', () => store.countUsers({ email: 'brandt' }, NOW)],
    [
      'users_',
      () => store.listUsers({ role: 'subscribed' }, { limit: 20, offset: 40, sort: 'created' }, NOW),
    ],
    ['users_seen', () => store.listUsers({}, { limit: 2, offset: 0, sort: 'seen' }, NOW)],
    [
      'COVERING INDEX users_email_key|Only Scan using users_email_key',
      () => store.listUsers({}, { limit: 2, offset: 0, sort: 'email' }, NOW),
    ],
    ['account_changes_left', () => store.countUsers({ plan: 'lapsed' }, NOW)],
    ['dreams_taken_down', () => store.listTakenDown(100)],
    ['dreams_held', () => store.listHeld(100)],
    // Exports read part by part; each part enters the index where the last one ended.
    [
      '\\(requested_at<\\?\\)|Index Cond: \\(\\(?(dreams\\.)?requested_at <= ',
      () => store.sessionsAfter({}, { at: range[0], id: 'x' }, 200),
    ],
    [
      '\\(created_at<\\?\\)|Index Cond: \\(\\(?(users\\.)?created_at <= ',
      () => store.peopleAfter({}, { at: NOW - 7 * DAY_MS, id: 'x' }, 200, NOW),
    ],
    ['dreams_worker', () => store.findDreams('no-such-worker', 20)],
    ['dreams_name', () => store.findDreams('no-such-name', 20)],
    ['dreams_cost', () => store.figuresOf(NOW - (NOW % DAY_MS) - 7 * DAY_MS, NOW - (NOW % DAY_MS))],
  ];
  try {
    for (const [index, call] of calls) {
      asked.length = 0;
      await call();
      const plans: string[] = [];
      for (const { query, params } of asked.splice(0)) plans.push(await explain(query, params));
      expect(plans.join('\n')).toMatch(new RegExp(index, 'm'));
      for (const plan of plans)
        expect(plan).not.toMatch(
          /^SCAN (dreams|users)( USING INDEX sqlite_autoindex\S*)?$|Seq Scan on (dreams|users)\b/m,
        );
    }
  } finally {
    await close();
  }
});

test('a Postgres without trigram indexes can still search', async (context) => {
  if (dialect === 'sqlite') return context.skip('only Postgres has trigram indexes');
  const server = new pg.Client({ connectionString: at.settings.DATABASE_URL });
  await server.connect();
  const name = `plain_${newId().slice(0, 8)}`;
  await server.query(`CREATE ROLE ${name} LOGIN PASSWORD 'plain'`);
  await server.query(`CREATE DATABASE ${name}`);
  const address = new URL(at.settings.DATABASE_URL ?? '');
  address.pathname = name;
  const owner = new pg.Client({ connectionString: address.href });
  await owner.connect();
  // The program's role may only create tables.
  await owner.query(`GRANT CREATE ON SCHEMA public TO ${name}`);
  address.username = name;
  address.password = 'plain';
  const settings = { DATA_DIR: at.settings.DATA_DIR, DATABASE_URL: address.href };
  await seed({
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    users: 5,
    dreams: 50,
    now: NOW,
    days: 3,
  });
  const db = await openDatabase(settings);
  try {
    const { rows } = await owner.query("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'");
    expect(rows).toEqual([]);
    const all = await db.orm.select({ rpJobId: dreams.rpJobId }).from(dreams);
    const store = createAdminStore(db, clock);
    const found = await readSessions({ store, ...OTHER_PARTS }, { page: 1, limit: 60, rpJobId: 'AB' });
    const expected = all.map(({ rpJobId }) => rpJobId).filter((id) => id.includes('ab'));
    expect(expected.length).toBeGreaterThan(0);
    expect(found.sessions.map(({ rp_job_id }) => rp_job_id).toSorted()).toEqual(expected.toSorted());
    expect(found.totalCount).toBe(expected.length);
  } finally {
    await db.close();
    await owner.end();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.query(`DROP ROLE ${name}`);
    await server.end();
  }
});

/** A connection that logs its statements and can explain them. */
async function openExplained(logger: { logQuery(query: string, params: unknown[]): void }) {
  const { DATA_DIR, DATABASE_URL } = at.settings;
  if (!DATABASE_URL) {
    const database = new Sqlite(join(DATA_DIR, 'reverie.sqlite'));
    return {
      orm: onSqlite(database, { logger }) as unknown as Orm,
      explain: async (query: string, params: unknown[]) =>
        (database.prepare(`EXPLAIN QUERY PLAN ${query}`).all(...params) as { detail: string }[])
          .map(({ detail }) => detail)
          .join('\n'),
      close: async () => void database.close(),
    };
  }
  // A single connection, because the settings below apply only to it.
  const client = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });
  // With so few rows, a full scan is faster; the test is whether an index could answer.
  await client.query('VACUUM ANALYZE');
  await client.query('SET enable_seqscan = off');
  return {
    orm: onPostgres(client, { logger }),
    explain: async (query: string, params: unknown[]) => {
      const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${query}`, params);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    },
    close: () => client.end(),
  };
}
