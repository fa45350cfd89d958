/**
 * Test data for `admin-calls` and `board-calls`: 1,000,000 dreams of 100,000 people, plus one person with 20,000 dreams
 * and 5,000 more in the trash, with mails, reports and a security log. Generated once per database, which takes several
 * minutes and 2 GB, and kept in BENCH_DATA (default .build/bench).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../db/open.ts';
import { createAuthStore } from '../../modules/auth/store.ts';
import { users } from '../../modules/auth/tables.ts';
import { nameKey } from '../../modules/dreams/contract/sort.ts';
import { conversationMessages, dreamPrompts, dreamReports, dreams } from '../../modules/dreams/tables.ts';
import { systemClock } from '../../modules/kit/clock.ts';
import { newId } from '../../modules/kit/ids.ts';
import { mailLog } from '../../modules/mail/tables.ts';
import { securityEvents } from '../../modules/security-log/tables.ts';
import { type BulkInsert, openBulkInsert } from '../bulk-insert.ts';
import { startPostgres } from '../postgres.ts';
import { seed } from '../seed.ts';

export const DREAMS = Number(process.env.BENCH_DREAMS ?? 1_000_000);
export const PEOPLE = DREAMS / 10;
export const MAILS = 200_000;
export const EVENTS = 200_000;
/** E-mail of the person with many dreams. */
export const EMAIL = 'shelf@example.com';
const OWN = 20_000;
const HIDDEN = 5_000;
const REPORTS = 2_000;
const DAY_MS = 86_400_000;
const DAYS = 730;
const NOW = Date.parse('2026-03-31T15:20:00.000Z');
const WORDS =
  'a calm ocean at sunset with paper boats drifting over the quiet river of lanterns while snow'.split(' ');

export interface Place {
  /** display name */
  name: string;
  settings: { DATA_DIR: string; DATABASE_URL: string | undefined };
  /** Postgres's pid for processorMs() */
  postmaster: number | undefined;
}

/**
 * Runs a benchmark on SQLite and on Postgres, each in its own process, because tables pick their dialect from the
 * environment on import. `BENCH_DATABASE=sqlite` runs only one.
 */
export async function onBoth(bench: string, measure: (place: Place) => Promise<void>): Promise<void> {
  const [dataDir] = process.argv.slice(2);
  if (dataDir) return measure(await placeIn(dataDir));
  const kept = process.env.BENCH_DATA ?? join(import.meta.dirname, '../../.build/bench');
  const run = (name: string, databaseUrl: string) => {
    const folder = join(kept, name);
    mkdirSync(folder, { recursive: true });
    spawnSync(process.execPath, [bench, folder], {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });
  };
  const which = process.env.BENCH_DATABASE ?? 'sqlite, postgres';
  if (which.includes('sqlite')) run('sqlite', '');
  if (which.includes('postgres')) {
    // A separate folder: a server denies all other users, including Postgres's, access to its data folder.
    const its = join(kept, 'postgres-server');
    mkdirSync(its, { recursive: true });
    const postgres = await startPostgres(its);
    run('postgres', postgres.url);
    await postgres.stop();
  }
  process.exit(0);
}

async function placeIn(dataDir: string): Promise<Place> {
  const databaseUrl = process.env.DATABASE_URL || undefined;
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const shape = { users: PEOPLE, dreams: DREAMS, now: NOW, days: DAYS, wordsKept: true };
  await once(dataDir, 'seeded', () => seed({ dataDir, databaseUrl, ...shape }));
  await once(dataDir, 'seeded-more', () => seedMore(settings));
  const file = join(dataDir, '../postgres-server/data/postmaster.pid');
  const postmaster = databaseUrl ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  return { name: databaseUrl ? 'Postgres' : 'SQLite', settings, postmaster };
}

async function once(folder: string, what: string, make: () => Promise<void>): Promise<void> {
  const done = join(folder, what);
  if (existsSync(done)) return;
  const began = performance.now();
  await make();
  writeFileSync(done, '');
  console.log(`${what} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function seedMore(settings: Place['settings']): Promise<void> {
  const db = await openDatabase(settings);
  const { id: userId } = await createAuthStore(db, systemClock).createUser({
    name: 'Many',
    email: EMAIL,
    picture: null,
    role: 'user',
  });
  const people = await db.orm.select({ id: users.id, email: users.email }).from(users).limit(5_000);
  const reported = await db.orm.select({ id: dreams.id }).from(dreams).limit(REPORTS);
  await db.close();
  const into = await openBulkInsert(settings, []);
  await seedBoard(into, userId);
  // Backdated from today, because old log entries are deleted.
  const before = (at: number) => Date.now() - at * 20_000;
  const personOf = (at: number) => people[at % people.length];
  await into.insert(
    securityEvents,
    Array.from({ length: EVENTS }, (_, at) => ({
      id: newId(),
      at: before(at),
      kind: 'sign-in' as const,
      detail: 'by a link',
      device: null,
      count: 1,
      userId: personOf(at)?.id ?? null,
      address: '192.0.2.1',
    })),
  );
  await into.insert(
    mailLog,
    Array.from({ length: MAILS }, (_, at) => ({
      id: newId(),
      kind: 'sign-in',
      toAddress: personOf(at)?.email ?? '',
      userId: personOf(at)?.id ?? null,
      subject: 'Sign in',
      state: at % 50 === 0 ? ('failed' as const) : ('sent' as const),
      createdAt: before(at),
      finishedAt: before(at),
    })),
  );
  await into.insert(
    dreamReports,
    reported.map(({ id }, at) => ({
      id: newId(),
      dreamId: id,
      reason: 'other' as const,
      createdAt: before(at),
      seenAt: at % 4 === 0 ? null : before(at),
    })),
  );
  await into.close();
}

/** One person's dreams, the last of them in the trash. */
async function seedBoard(into: BulkInsert, userId: string): Promise<void> {
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const sentence = () =>
    Array.from({ length: 10 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
  const rows = Array.from({ length: OWN + HIDDEN }, (_, at) => {
    const id = newId();
    const startedAt = NOW - at * ((DAYS * DAY_MS) / OWN);
    const title = at % 2 === 0 ? `Dream ${at} ${WORDS[at % WORDS.length]}` : null;
    return {
      id,
      userId,
      rpJobId: `local-${id}`,
      name: title,
      nameKey: nameKey(title),
      jobStatus: 'DONE' as const,
      serverStatus: 'READY' as const,
      limitSeconds: 300,
      seed: 1,
      requestedAt: startedAt - 2_000,
      startedAt,
      endedAt: startedAt + 60_000,
      chargedAt: startedAt,
      videoKey: `dreams/${id}/video.mp4`,
      thumbnailKey: `dreams/${id}/thumbnail.jpg`,
      durationMs: 60_000,
      // In batches of a hundred, as bulk selections leave them.
      hiddenAt: at < OWN ? null : Date.now() - Math.floor(at / 100) * 1_000,
    };
  });
  await into.insert(dreams, rows);
  await into.insert(
    dreamPrompts,
    rows.flatMap(({ id, startedAt }) =>
      [1, 2, 3].map((position) => ({
        dreamId: id,
        position,
        clientId: `p${position}`,
        sentAt: startedAt + position,
        text: sentence(),
      })),
    ),
  );
  await into.insert(
    conversationMessages,
    rows.flatMap(({ id, startedAt }, at) =>
      [1, 2, 3, 4].map((n) => ({
        dreamId: id,
        id: `m${n}`,
        isUser: n % 2 === 1,
        at: startedAt + n,
        text: at % 1_000 === 0 && n === 1 ? 'a market in zanzibar' : sentence(),
      })),
    ),
  );
}

/** Median and 95th percentile. */
export function spread(times: readonly number[]): { median: number; late: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { median: at(0.5), late: at(0.95) };
}
