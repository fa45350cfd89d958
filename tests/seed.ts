/**
 * Fills a database with people and dreams of realistic shapes, the same ones each time:
 * `bun tests/seed.ts <data folder> [users] [dreams] [now, ISO] [days]`. DATABASE_URL picks Postgres.
 */
import { openDatabase } from '../db/open.ts';
import type { Role, Tier } from '../modules/auth/schemas.ts';
import { accountChanges, identities, users } from '../modules/auth/tables.ts';
import { conversationMessages, dreams, feedback } from '../modules/dreams/tables.ts';
import type { JobStatus } from '../modules/stream/schemas.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** rows in one statement: a Postgres statement takes 65,535 parameters */
const BATCH = 500;

export interface SeedOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  users: number;
  dreams: number;
  /** ms since the epoch; nothing lies after it */
  now: number;
  /** over how many days back */
  days: number;
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
  const db = await openDatabase({ DATA_DIR: options.dataDir, DATABASE_URL: options.databaseUrl });
  const random = createRandom(20_260_301);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const id = () =>
    Array.from({ length: 4 }, () =>
      Math.floor(random() * 0x1_0000_0000)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
  const insert = async <Row extends object>(into: Parameters<typeof db.orm.insert>[0], rows: Row[]) => {
    for (let at = 0; at < rows.length; at += BATCH) {
      await db.orm.insert(into).values(rows.slice(at, at + BATCH) as never);
    }
  };
  /** More towards the end, as a site that grows has it. */
  const moment = () => Math.floor(now - options.days * DAY_MS * (1 - Math.sqrt(random())));

  const people: { id: string; createdAt: number }[] = [];
  for (let from = 0; from < options.users; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, options.users - from) }, (_, index) => {
      const [first, last] = [pick(NAMES), pick(SURNAMES)];
      const role: Role = random() < 0.14 ? 'subscribed' : 'user';
      const tier: Tier | null = role === 'subscribed' && random() < 0.8 ? pick(['basic', 'premium']) : null;
      const createdAt = moment();
      return {
        id: id(),
        name: `${first} ${last}`,
        email: `${first}.${last}.${from + index + 1}@example.com`.toLowerCase(),
        picture: null,
        role,
        subscriptionTier: tier,
        createdAt,
        updatedAt: Math.min(now, createdAt + Math.floor(random() * 9 * DAY_MS)),
      };
    });
    people.push(...rows);
    await db.transact(async () => {
      await insert(users, rows);
      await insert(
        identities,
        rows.map((row) => ({
          issuer: 'https://accounts.google.com',
          subject: `1${id().replace(/\D/g, '').padEnd(20, '7').slice(0, 20)}`,
          userId: row.id,
          email: row.email,
          emailVerified: true,
          createdAt: row.createdAt,
          lastUsedAt: row.updatedAt,
        })),
      );
      const signUps = rows.map((row) => ({
        id: id(),
        userId: row.id,
        at: row.createdAt,
        roleTo: 'user' as const,
        source: 'sign-up' as const,
      }));
      const plans = rows
        .filter(({ role }) => role === 'subscribed')
        .map((row) => ({
          id: id(),
          userId: row.id,
          at: row.updatedAt,
          roleFrom: 'user' as const,
          roleTo: row.role,
          tierTo: row.subscriptionTier,
          source: 'stripe' as const,
        }));
      await insert(accountChanges, signUps);
      if (plans.length > 0) await insert(accountChanges, plans);
    });
  }

  for (let from = 0; from < options.dreams; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, options.dreams - from) }, () =>
      makeDream(pick(people).id, moment()),
    );
    await db.transact(async () => {
      await insert(dreams, rows);
      const seen = rows.filter(({ jobStatus }) => jobStatus === 'DONE');
      const rated = seen.filter(() => random() < 0.2);
      if (rated.length > 0) {
        await insert(
          feedback,
          rated.map((dream) => ({
            dreamId: dream.id,
            userId: dream.userId,
            stars: 1 + Math.floor(Math.sqrt(random()) * 5),
            message: pick(REMARKS),
            createdAt: dream.requestedAt + 400_000,
          })),
        );
      }
      const talked = seen.filter(() => random() < 0.3);
      if (talked.length > 0) {
        await insert(
          conversationMessages,
          talked.flatMap((dream) =>
            ['A quiet sea', 'Here it is.', 'Now at night'].map((text, index) => ({
              dreamId: dream.id,
              id: String(index),
              text,
              isUser: index !== 1,
              at: dream.requestedAt + index * 20_000,
            })),
          ),
        );
      }
    });
  }
  await db.close();

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

function bins(seconds: number, fps: () => number): Record<string, number> {
  const parts = Array.from({ length: Math.ceil(seconds / 10) }, (_, index): [string, number] => [
    String(index * 10),
    Math.round(fps() * 10) / 10,
  ]);
  const overall = parts.reduce((sum, [, value]) => sum + value, 0) / parts.length;
  return { ...Object.fromEntries(parts), overall: Math.round(overall * 100) / 100 };
}

/** mulberry32: small, quick and the same everywhere. */
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
