/**
 * Fills a database with realistic people and dreams, always the same ones: `bun tests/seed.ts <data folder> [users]
 * [dreams] [now, ISO] [days]`. DATABASE_URL selects Postgres.
 */

import { accountChanges, identities, users } from '../modules/auth/tables.ts';
import { conversationMessages, dreams, feedback } from '../modules/dreams/tables.ts';
import type { JobStatus } from '../modules/protocol/job-statuses.ts';
import type { Role } from '../modules/web/contract/person.ts';
import type { Tier } from '../modules/web/contract/tiers.ts';
import { openBulkInsert } from './bulk-insert.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 20_000;
/** from this number on, indexes are built afterwards */
const MANY = 50_000;

export interface SeedOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  users: number;
  dreams: number;
  /** ms since the epoch; the latest time of anything */
  now: number;
  /** period before `now` */
  days: number;
  /** marks the search index as complete: folding takes hours for a million dreams */
  wordsKept?: boolean;
}

const NAMES = [
  'Ada',
  'Bo',
  'Chen',
  'Dilan',
  'Eva',
  'Farah',
  'Goran',
  'Hana',
  'Ines',
  'Jonas',
  'Kofi',
  'Lena',
];
const SURNAMES = ['Amari', 'Brandt', 'Costa', 'Diallo', 'Evans', 'Fischer', 'Gupta', 'Holm', 'Ito', 'Jensen'];
const STATUSES: [JobStatus, number][] = [
  ['DONE', 0.78],
  ['ABORTED', 0.1],
  ['FAILED', 0.07],
  ['TIMEOUT NO CONNECTION', 0.05],
];
const REMARKS = [
  'Like flying.',
  'The sea was beautiful, the people less so.',
  'It froze for a second.',
  null,
];

export async function seed(options: SeedOptions): Promise<void> {
  const { now } = options;
  const many = options.dreams > MANY;
  const into = await openBulkInsert(
    { DATA_DIR: options.dataDir, DATABASE_URL: options.databaseUrl },
    many ? [users, identities, accountChanges, dreams, feedback, conversationMessages] : [],
  );
  const random = createRandom(20_260_301);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const id = () =>
    Array.from({ length: 4 }, () =>
      Math.floor(random() * 0x1_0000_0000)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
  /** Times in order: more of them towards the end, as on a growing site, and in the evenings. */
  const moments = (count: number) =>
    new Float64Array(count)
      .map(() => {
        const day = Math.floor(options.days * (1 - Math.sqrt(random())));
        const hour = 24 * (0.5 + (random() + random() + random() - 1.5) / 2.4);
        return Math.min(now, now - (day + 1) * DAY_MS + Math.floor(hour * HOUR_MS));
      })
      .sort();

  const people: string[] = [];
  const signedUp = moments(options.users);
  for (let from = 0; from < options.users; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, options.users - from) }, (_, index) =>
      makePerson(from + index + 1, signedUp[from + index] ?? now),
    );
    for (const row of rows) people.push(row.id);
    await into.insert(users, rows);
    await into.insert(identities, rows.map(identityOf));
    await into.insert(accountChanges, rows.flatMap(changesOf));
  }

  const asked = moments(options.dreams);
  for (let from = 0; from < options.dreams; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, options.dreams - from) }, (_, index) =>
      makeDream(pick(people), asked[from + index] ?? now),
    );
    await into.insert(dreams, rows);
    const seen = rows.filter(({ jobStatus }) => jobStatus === 'DONE');
    await into.insert(feedback, seen.filter(() => random() < 0.2).map(ratingOf));
    await into.insert(conversationMessages, seen.filter(() => random() < 0.3).flatMap(talkOf));
  }
  await into.close();

  function makePerson(number: number, createdAt: number) {
    const [first, last] = [pick(NAMES), pick(SURNAMES)];
    const role: Role = random() < 0.14 ? 'subscribed' : 'user';
    const email = `${first}.${last}.${number}@example.com`.toLowerCase();
    const tier: Tier | null = role === 'subscribed' && random() < 0.8 ? pick(['basic', 'premium']) : null;
    return {
      id: id(),
      name: `${first} ${last}`,
      email,
      emailKey: email,
      role,
      subscriptionTier: tier,
      createdAt,
      updatedAt: Math.min(now, createdAt + Math.floor(random() * 9 * DAY_MS)),
    };
  }
  type SeededPerson = ReturnType<typeof makePerson>;

  function identityOf(person: SeededPerson) {
    return {
      issuer: 'https://accounts.google.com',
      subject: `1${id().replace(/\D/g, '').padEnd(20, '7').slice(0, 20)}`,
      userId: person.id,
      email: person.email,
      emailVerified: true,
      createdAt: person.createdAt,
      lastUsedAt: person.updatedAt,
    };
  }

  function changesOf(person: SeededPerson) {
    const signUp = {
      id: id(),
      userId: person.id,
      at: person.createdAt,
      roleTo: 'user' as const,
      source: 'sign-up' as const,
    };
    if (person.role === 'user') return [signUp];
    const plan = {
      id: id(),
      userId: person.id,
      at: person.updatedAt,
      roleFrom: 'user' as const,
      roleTo: person.role,
      tierTo: person.subscriptionTier,
      source: 'stripe' as const,
    };
    return [signUp, plan];
  }

  function ratingOf(dream: SeededDream) {
    return {
      dreamId: dream.id,
      userId: dream.userId,
      stars: 1 + Math.floor(Math.sqrt(random()) * 5),
      message: pick(REMARKS),
      createdAt: dream.requestedAt + 400_000,
    };
  }

  function talkOf(dream: SeededDream) {
    return ['A quiet sea', 'Here it is.', 'Now at night'].map((text, index) => ({
      dreamId: dream.id,
      id: String(index),
      text,
      isUser: index !== 1,
      at: dream.requestedAt + index * 20_000,
    }));
  }

  function makeDream(userId: string, requestedAt: number) {
    let chance = random();
    const [jobStatus] = STATUSES.find(([, share]) => {
      chance -= share;
      return chance < 0;
    }) ?? ['DONE'];
    const shown = jobStatus === 'DONE' || (jobStatus !== 'TIMEOUT NO CONNECTION' && random() < 0.7);
    const seconds = shown ? 20 + Math.floor(random() * 280) : 0;
    const slow = random() < 0.12;
    const serverFps = () => Math.max(0.4, Math.min(16, (slow ? 9 : 15.2) + (random() - 0.5) * 3));
    const fpsData = shown ? bins(seconds, serverFps) : null;
    const lost = random() * 2;
    const clientFpsData = shown ? bins(seconds, () => Math.max(0.3, serverFps() - lost)) : null;
    const dreamId = id();
    return {
      id: dreamId,
      userId,
      rpJobId: `${random() < 0.5 ? 'local' : 'rp'}-${id()}`,
      name: null,
      jobStatus,
      serverStatus: shown ? ('READY' as const) : null,
      requestedAt,
      startedAt: shown ? requestedAt + 4_000 : null,
      endedAt: Math.min(now, requestedAt + 4_000 + seconds * 1000),
      chargedAt: shown ? requestedAt + 4_000 : null,
      limitSeconds: 300,
      wordsDue: options.wordsKept ? 0 : 1,
      seed: Math.floor(random() * 0x7fffffff),
      node: 'local',
      workerId: shown ? `gpu-${pick(['ams', 'fra', 'iad'])}-${1 + Math.floor(random() * 40)}` : null,
      generator: shown ? 'demo' : null,
      fpsData,
      clientFpsData,
      serverFps: fpsData?.overall ?? null,
      clientFps: clientFpsData?.overall ?? null,
      pcieData: shown && random() < 0.8 ? { h2d: 9000 + random() * 4000, d2h: 8000 + random() * 4000 } : null,
      videoKey: shown ? `dreams/${dreamId}/video.mp4` : null,
    };
  }
}

type SeededDream = { id: string; userId: string; requestedAt: number };

function bins(seconds: number, fps: () => number): Record<string, number> {
  const parts = Array.from({ length: Math.ceil(seconds / 10) }, (_, index): [string, number] => [
    String(index * 10),
    Math.round(fps() * 10) / 10,
  ]);
  const overall = parts.reduce((sum, [, value]) => sum + value, 0) / parts.length;
  return { ...Object.fromEntries(parts), overall: Math.round(overall * 100) / 100 };
}

/** mulberry32: small, fast, and the same everywhere. */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

if (import.meta.main) {
  const [dataDir = '', people = '200', sessions = '2000', now = '', days = '120'] = process.argv.slice(2);
  await seed({
    dataDir,
    databaseUrl: process.env.DATABASE_URL,
    users: Number(people),
    dreams: Number(sessions),
    now: now ? Date.parse(now) : Date.now(),
    days: Number(days),
  });
}
