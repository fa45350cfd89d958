/**
 * Time of a board whose person has 20,000 dreams, and of the dashboard's longest answers, beside 1,000,000 dreams of
 * others and one that is live: its frames a second and its longest gap stand beside each call. On SQLite and on
 * Postgres, with the data of `admin-calls`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { openDatabase } from '../../db/open.ts';
import { openLoginSession } from '../../modules/auth/session/sign-in.ts';
import { createAuthStore } from '../../modules/auth/store.ts';
import { users } from '../../modules/auth/tables.ts';
import { nameKey } from '../../modules/dreams/shared/name-key.ts';
import { conversationMessages, dreamPrompts, dreams } from '../../modules/dreams/tables.ts';
import { securityEvents } from '../../modules/security-log/tables.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { openBulkInsert } from '../bulk-insert.ts';
import { startPostgres } from '../postgres.ts';
import { seed } from '../seed.ts';
import { startServer } from '../server.ts';
import { openViewer } from '../wire/fake-viewer.ts';
import { connectWorker, WORKER_TOKEN } from '../wire/fake-worker.ts';
import { createPerson } from '../wire/person.ts';

const OTHERS = Number(process.env.BENCH_DREAMS ?? 1_000_000);
const OWN = 20_000;
const EVENTS = 200_000;
const DAYS = 730;
const NOW = Date.parse('2026-03-31T15:20:00.000Z');
const ROUNDS = 15;
const EMAIL = 'shelf@example.com';
const FPS = 16;
const WORDS =
  'a calm ocean at sunset with paper boats drifting over the quiet river of lanterns while snow'.split(' ');

const own = (path: string) => ({ method: 'GET', path, body: undefined });
const admin = (path: string, body: object) => ({ method: 'POST', path: `/api/admin/${path}`, body });
const CALLS: [string, { method: string; path: string; body: object | undefined }][] = [
  ['first page, the newest', own('/api/sessions?sort=newest')],
  ['first page, the oldest', own('/api/sessions?sort=oldest')],
  ['first page, A-Z', own('/api/sessions?sort=name-asc')],
  ['first page, Z-A', own('/api/sessions?sort=name-desc')],
  ['the board itself', own('/dreamboard')],
  ['months', own('/api/sessions/months')],
  ['bookmarked', own('/api/sessions?bookmarked=yes')],
  ['search of a frequent word', own('/api/sessions?q=lanterns')],
  ['search of a rare word', own('/api/sessions?q=zanzibar')],
  ['search of no word', own('/api/sessions?q=qqqq')],
  ['months of a search', own('/api/sessions/months?q=lanterns')],
  ['summary of 90 days', admin('summary-data', summary('2026-01-01'))],
  ['summary of two years', admin('summary-data', summary('2024-04-01'))],
  ['audit', admin('audit-data', { action: 'getAudit', page: 1, limit: 20 })],
  ['audit by a person', admin('audit-data', { action: 'getAudit', page: 1, limit: 20, person: 'brandt.77' })],
  ['audit by many people', admin('audit-data', { action: 'getAudit', page: 1, limit: 20, person: 'brandt' })],
  ['sessions, no filter', admin('session-data', { action: 'getAllSessions', page: 1, limit: 20 })],
];

function summary(startDate: string) {
  return { action: 'getSummaryData', startDate, endDate: '2026-03-31' };
}

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
  const which = process.env.BENCH_DATABASE ?? 'sqlite,postgres';
  if (which.includes('sqlite')) run('sqlite', '');
  if (which.includes('postgres')) {
    // A folder of its own: a server closes its data folder to all other users, Postgres's among them.
    const its = join(kept, 'postgres-server');
    mkdirSync(its, { recursive: true });
    const postgres = await startPostgres(its);
    run('postgres', postgres.url);
    await postgres.stop();
  }
  process.exit(0);
}

/** Runs with the database of its environment, since tables take their dialect from there when they are imported. */
async function measure(dataDir: string): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL || undefined;
  const name = databaseUrl ? 'Postgres' : 'SQLite';
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  await once(dataDir, 'seeded', () =>
    seed({ dataDir, databaseUrl, users: OTHERS / 10, dreams: OTHERS, now: NOW, days: DAYS, wordsKept: true }),
  );
  await once(dataDir, 'seeded-board', () => seedBoard(settings));
  const server = await startServer({
    dataDir,
    env: {
      WORKERS: 'fleet',
      WORKER_TOKEN,
      LOG_LEVEL: 'error',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
  });
  const db = await openDatabase(settings);
  const store = createAuthStore(db, systemClock);
  const from = { userAgent: undefined, address: '127.0.0.1' };
  const signIn = async (id: string) =>
    `sid=${await openLoginSession({ store, clock: systemClock, adminEmails: [] }, id, from)}`;
  const made = (role: 'admin' | 'user') =>
    store.createUser({ name: 'Bench', email: `${newId()}@example.com`, picture: null, role });
  const [many] = await db.orm.select().from(users).where(eq(users.email, EMAIL));
  const cookies = { GET: await signIn(many?.id ?? ''), POST: await signIn((await made('admin')).id) };

  const worker = await connectWorker(server);
  const dreamer = createPerson(server, await signIn((await made('admin')).id));
  const viewer = await openViewer((await dreamer.connectUntilReady()).websocketUrl);
  viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
  await worker.reported('prompt');
  worker.stream(FPS);

  const call = async ({ method, path, body }: (typeof CALLS)[number][1]) => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        cookie: cookies[method as 'GET'],
        ...(body && { 'content-type': 'application/json', origin: server.url }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    return text.length;
  };
  for (const [what, asked] of CALLS) {
    const times: number[] = [];
    let bytes = await call(asked);
    const frames = watchFrames(viewer);
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      bytes = await call(asked);
      times.push(performance.now() - began);
      // At the pace of a person; and searches are limited.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { fps, gap } = frames();
    const [median, late] = [0.5, 0.95].map(
      (part) => times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * part)],
    );
    console.log(
      `${name}, ${what}: ${median?.toFixed(0)} ms, 95 % within ${late?.toFixed(0)} ms, ${Math.ceil(bytes / 1000)} KB; live ${fps.toFixed(1)} a second, longest gap ${gap.toFixed(0)} ms`,
    );
  }
  viewer.close();
  worker.close();
  await db.close();
  await server.stop();
}

/** From the first frame to the last one, since a second or two hold too few to count them by the clock. */
function watchFrames(viewer: Awaited<ReturnType<typeof openViewer>>) {
  let count = viewer.frames.items.length;
  const seen: number[] = [];
  const timer = setInterval(() => {
    const { length } = viewer.frames.items;
    const now = performance.now();
    for (; count < length; count++) seen.push(now);
  }, 2);
  return () => {
    clearInterval(timer);
    const gaps = seen.slice(1).map((at, index) => at - (seen[index] ?? at));
    const gap = Math.max(...gaps);
    return { fps: (gaps.length * 1000) / gaps.reduce((sum, one) => sum + one, 0), gap };
  };
}

async function once(folder: string, what: string, make: () => Promise<void>): Promise<void> {
  const done = join(folder, what);
  if (existsSync(done)) return;
  const began = performance.now();
  await make();
  writeFileSync(done, '');
  console.log(`${what} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/** The person of many dreams, and a security log. */
async function seedBoard(settings: { DATA_DIR: string; DATABASE_URL: string | undefined }): Promise<void> {
  const db = await openDatabase(settings);
  const { id: userId } = await createAuthStore(db, systemClock).createUser({
    name: 'Many',
    email: EMAIL,
    picture: null,
    role: 'user',
  });
  const people = await db.orm.select({ id: users.id }).from(users).limit(5_000);
  await db.close();
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const sentence = () =>
    Array.from({ length: 10 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
  const into = await openBulkInsert(settings, []);
  const rows = Array.from({ length: OWN }, (_, at) => {
    const id = newId();
    const startedAt = NOW - at * ((DAYS * 86_400_000) / OWN);
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
  await into.insert(
    securityEvents,
    Array.from({ length: EVENTS }, (_, at) => ({
      id: newId(),
      // Today, since the log is emptied of what is old.
      at: Date.now() - at * 20_000,
      kind: 'sign-in' as const,
      detail: 'by a link',
      device: null,
      count: 1,
      userId: people[at % people.length]?.id ?? null,
      address: '192.0.2.1',
    })),
  );
  await into.close();
}
