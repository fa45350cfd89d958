import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialect } from '../../db/dialect.ts';
import { openTestDatabase } from '../database.ts';
import { openPeople } from '../people.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type FakeViewer, openViewer } from '../wire/fake-viewer.ts';
import { connectWorker, type FakeWorker, smallPicture, WORKER_TOKEN } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { createPerson, type Person } from '../wire/person.ts';
import { type DatabaseLink, openPostgresLink, openSqliteLink } from './database-link.ts';
import { type FillableDisk, mountFillableDisk } from './fillable-disk.ts';

/** Starts the server with a wall clock set by the file CLOCK_FILE. */
export const WITH_JUMPING_CLOCK = [
  process.execPath,
  '--preload',
  join(import.meta.dirname, 'jumping-clock.ts'),
  'src/start.ts',
];
/** True for a full campaign with long outages; the suite runs a short one. */
export const isLong = Number(process.env.CAMPAIGN_ROUNDS ?? 0) > 0;
export const STREAM_SECONDS = isLong ? 200 : 60;
/** Half of a worker's maximum, since every frame is compiled and a lost second is just as long. */
const FPS = isLong ? 16 : 8;
/** Enough space for four dreams of this length, their videos and the database. */
const DISK_MEGABYTES = isLong ? 3_000 : 1_200;

/** A dream on a scripted worker, with every frame and message that its viewer received. */
export interface LiveDream {
  userId: string;
  cookie: string;
  sessionId: string;
  viewer: FakeViewer;
  worker: FakeWorker;
}

export type Ground = Awaited<ReturnType<typeof openGround>>;

/** A real server on a small disk, with a database, clock and power switch that tests can disturb. */
export async function openGround(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'reverie-campaign-'));
  const disk: FillableDisk | null = mountFillableDisk(dataDir, DISK_MEGABYTES);
  const clockFile = `${dataDir}.clock`;
  await writeFile(clockFile, '0');
  const postgres = dialect === 'postgres' ? await openTestDatabase() : null;
  const databaseUrl = postgres?.settings.DATABASE_URL;
  const link: DatabaseLink = databaseUrl ? await openPostgresLink(databaseUrl) : openSqliteLink(dataDir);
  const options = (port?: number) => ({
    dataDir,
    ...(port === undefined ? {} : { port }),
    command: WITH_JUMPING_CLOCK,
    env: {
      WORKERS: 'fleet',
      WORKER_TOKEN,
      LOG_LEVEL: 'warn',
      STREAM_SECONDS: String(STREAM_SECONDS),
      TRIAL_STREAMS: '1000',
      CLOCK_FILE: clockFile,
      DATABASE_URL: link.url,
      ...settings,
    },
  });
  let server = await startServer(options());
  let printed = '';
  // Connects directly to the database, so that tests read what was really stored.
  const people = await openPeople(dataDir, databaseUrl);
  let lastPerson = 0;

  const ground = {
    dataDir,
    disk,
    link,
    /** the stored data, unaffected by faults */
    db: people.db,
    get server() {
      return server;
    },
    /** everything that the servers have printed */
    output: () => printed + server.output(),
    browser: (cookie = ''): Person => createPerson(server, cookie),
    setClock: (aheadMs: number) => writeFile(clockFile, String(aheadMs)),
    kill: () => server.kill(),
    /** Restarts the program on the same port, data and database. */
    async start(): Promise<void> {
      printed += server.output();
      server = await startServer(options(Number(new URL(server.url).port)));
    },
    /** Output of a second start on the same folder, which is expected to fail. */
    async startTwice(port: number): Promise<string> {
      const second: RunningServer | Error = await startServer(options(port)).catch((error: Error) => error);
      if (second instanceof Error) return second.message;
      await second.kill();
      throw new Error('a second start on the same folder went well');
    },
    /** A new signed-in person. */
    async newPerson(): Promise<{ userId: string; cookie: string }> {
      const user = await people.create('trial', `Dreamer${++lastPerson} X`);
      const { name, value } = await people.cookie(user, server.url);
      return { userId: user.id, cookie: `${name}=${value}` };
    },
    /** A dream that is ready for its first prompt. */
    async dream(): Promise<LiveDream> {
      const { userId, cookie } = await ground.newPerson();
      const worker = await connectWorker(server, { jpeg: smallPicture });
      const { sessionId, websocketUrl } = await createPerson(server, cookie).connectUntilReady();
      const viewer = await openViewer(websocketUrl);
      const start = await worker.reported('start').catch(() => null);
      if (start?.session_id !== sessionId) throw new Error('the worker was given another dream');
      return { userId, cookie, sessionId, viewer, worker };
    },
    /** A dream whose first frame was seen; frames keep coming. */
    async liveDream(): Promise<LiveDream> {
      const dream = await ground.dream();
      dream.viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
      await dream.worker.reported('prompt');
      dream.worker.stream(FPS);
      await dream.viewer.frames.find('the first picture', () => true);
      return dream;
    },
    /** Ends all faults and all dreams, whatever went wrong before. */
    async clear(dreams: LiveDream[]): Promise<void> {
      await disk?.free();
      await link.mend();
      await ground.setClock(0);
      if (!server.isRunning()) await ground.start();
      for (const { cookie, sessionId, worker, viewer } of dreams) {
        await createPerson(server, cookie).call('POST', '/api/stream/end', { sessionId });
        worker.terminate();
        viewer.terminate();
      }
    },
    /** File names in a data folder; empty if the folder is missing. */
    async list(folder: string): Promise<string[]> {
      return readdir(join(dataDir, folder), { recursive: true }).catch(() => []);
    },
    /** Waits until the server reports that it is ready. */
    async isReady(): Promise<void> {
      await until('the server to be ready', async () => {
        const answer = await createPerson(server)
          .call('GET', '/readyz')
          .catch(() => null);
        return answer?.status === 200;
      });
    },
    async dispose(): Promise<void> {
      await link.mend();
      await server.kill();
      await people.close();
      await link.close();
      await postgres?.drop();
      disk?.unmount();
      await rm(dataDir, { recursive: true, force: true });
      await rm(clockFile, { force: true });
    },
  };
  return ground;
}
