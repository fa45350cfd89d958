import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDreamRepository, type DreamRepository } from '../../modules/dreams/repository.ts';
import { systemClock } from '../../modules/kit/clock.ts';
import { readJournal } from '../../modules/recordings/journal/journal.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { startLink } from '../link.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type FakeViewer, openViewer } from '../wire/fake-viewer.ts';
import { connectWorker, type FakeWorker, WORKER_TOKEN } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { type Person, signInAsAdmin, signInByMail } from '../wire/person.ts';

/** Duration of the outage; use 112 s or more for a full run. */
const AWAY_SECONDS = Number(process.env.AWAY_SECONDS ?? 2);

let database: TestDatabase;
let repository: DreamRepository;
let way: Way;
let server: RunningServer;
let admin: Person;
const workers: FakeWorker[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  repository = createDreamRepository(database.db, systemClock);
  way = await openWay(database.settings);
  server = await start();
  admin = await signInAsAdmin(server);
});
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});
afterAll(async () => {
  await server.kill();
  await way.close();
  await database.drop();
});

/** The server's connection to its database, which can be blocked while the test keeps its own. */
interface Way {
  env: Record<string, string>;
  /** from now on nothing is written */
  block(): void;
  free(): void;
  close(): Promise<void>;
}

/** For Postgres, a connection that can be cut; for SQLite, a lock held by another program. */
async function openWay({ DATA_DIR, DATABASE_URL }: TestDatabase['settings']): Promise<Way> {
  if (!DATABASE_URL) {
    const other = new Sqlite(join(DATA_DIR, 'reverie.sqlite'));
    return {
      env: {},
      block: () => void other.exec('BEGIN IMMEDIATE'),
      free: () => void other.exec('COMMIT'),
      close: async () => void other.close(),
    };
  }
  const line = await startLink(DATABASE_URL);
  const url = new URL(DATABASE_URL);
  url.port = new URL(line.url).port;
  return { env: { DATABASE_URL: url.href }, block: line.cut, free: line.mend, close: line.close };
}

const start = () =>
  startServer({
    dataDir: database.settings.DATA_DIR,
    env: { WORKERS: 'fleet', WORKER_TOKEN, LOG_LEVEL: 'error', ...way.env },
  });

interface WatchedDream {
  id: string;
  worker: FakeWorker;
  viewer: FakeViewer;
}

/** A dream waiting for its first prompt. */
async function dreamOf(person: Person): Promise<WatchedDream> {
  const worker = await connectWorker(server);
  workers.push(worker);
  const { sessionId, websocketUrl } = await person.connectUntilReady();
  return { id: sessionId, worker, viewer: await openViewer(websocketUrl) };
}

/** Sends two prompts and waits for the first frames of each. */
async function drawTwice({ worker, viewer }: WatchedDream): Promise<void> {
  for (const [index, text] of ['a quiet sea', 'a storm'].entries()) {
    viewer.send({ type: 'prompt', id: `p${index}`, text });
    await viewer.events.find(text, (event) => event.type === 'prompt_ack' && event.text === text);
    worker.frame();
    await viewer.frames.find('its picture', ({ frameId }) => frameId === index + 1);
  }
}

async function end({ viewer }: WatchedDream): Promise<void> {
  viewer.send({ type: 'end' });
  expect((await viewer.closed).code).toBe(1000);
}

async function expectAllStored(id: string): Promise<void> {
  const dream = await until('the end of the dream', async () => {
    const found = await repository.find(id);
    return found?.endedAt != null && found;
  });
  expect(dream).toMatchObject({ jobStatus: 'DONE', workerId: 'fake' });
  expect(dream.startedAt).not.toBeNull();
  const prompts = await repository.listPrompts(id);
  expect(prompts).toMatchObject([
    { position: 1, clientId: 'p0', text: 'a quiet sea', frameId: 1, shownAt: expect.any(Number) },
    { position: 2, clientId: 'p1', text: 'a storm', frameId: 2, shownAt: expect.any(Number) },
  ]);
  expect(prompts[0]?.sentAt).toBeLessThanOrEqual(dream.startedAt ?? 0);
  expect(prompts[1]?.sentAt).toBeGreaterThanOrEqual(dream.startedAt ?? 0);
}

test(`a database that was unreachable for ${AWAY_SECONDS} s soon has everything`, {
  timeout: 120_000 + 1_000 * AWAY_SECONDS,
}, async () => {
  const dream = await dreamOf(admin);
  way.block();
  await drawTwice(dream);
  await end(dream);
  await new Promise((resolve) => setTimeout(resolve, 1_000 * AWAY_SECONDS));
  way.free();
  await expectAllStored(dream.id);
  await expectCharged(dream.id);
  await until('the journal to go', async () => {
    const found = await readJournal(join(database.settings.DATA_DIR, 'tapes'), dream.id);
    return found === null;
  });
});

test('a server killed while its database is unreachable has stored everything acknowledged, and each end, after the next start', async () => {
  const ended = await dreamOf(admin);
  const live = await dreamOf(await signInByMail(server, 'live@example.com'));
  way.block();
  await drawTwice(ended);
  await end(ended);
  await drawTwice(live);
  // Immediately: whatever the viewer received was on disk by then.
  await server.kill();
  way.free();
  server = await start();
  await expectAllStored(live.id);
  await expectAllStored(ended.id);
  await expectCharged(ended.id);
  expect(await readJournal(join(database.settings.DATA_DIR, 'tapes'), live.id)).toBeNull();
});

async function expectCharged(id: string): Promise<void> {
  const dream = await repository.find(id);
  expect(dream?.chargedAt).toBe(dream?.startedAt);
}
