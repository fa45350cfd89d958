/**
 * Duration of dreamboard calls for a person with 20,000 dreams, and of the dashboard's largest responses, next to
 * 1,000,000 dreams of other people (`million.ts`). Also reports the frame rate and longest gap of a live dream during
 * each call.
 */
import { eq } from 'drizzle-orm';
import { openDatabase } from '../../db/open.ts';
import { openLoginSession } from '../../modules/auth/session/sign-in.ts';
import { createAuthStore } from '../../modules/auth/store.ts';
import { users } from '../../modules/auth/tables.ts';
import { systemClock } from '../../modules/kit/clock.ts';
import { newId } from '../../modules/kit/ids.ts';
import { startServer } from '../server.ts';
import { openViewer } from '../wire/fake-viewer.ts';
import { connectWorker, WORKER_TOKEN } from '../wire/fake-worker.ts';
import { createPerson } from '../wire/person.ts';
import { EMAIL, onBoth, type Place, spread } from './million.ts';

const ROUNDS = 15;
const FPS = 16;

const own = (path: string) => ({ method: 'GET', path, body: undefined });
const admin = (path: string, body: object) => ({ method: 'POST', path: `/api/admin/${path}`, body });
const CALLS: [string, { method: string; path: string; body: object | undefined }][] = [
  ['first page, the newest', own('/api/sessions?sort=newest')],
  ['first page, the oldest', own('/api/sessions?sort=oldest')],
  ['first page, A-Z', own('/api/sessions?sort=name-asc')],
  ['first page, Z-A', own('/api/sessions?sort=name-desc')],
  ['the board itself', own('/dreamboard')],
  ['the trash', own('/api/trash')],
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

await onBoth(import.meta.filename, measure);

async function measure({ name, settings }: Place): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL } = settings;
  const server = await startServer({
    dataDir,
    env: {
      WORKERS: 'fleet',
      WORKER_TOKEN,
      LOG_LEVEL: 'error',
      ...(DATABASE_URL && { DATABASE_URL }),
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
      // At human pace, because searches are rate-limited.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { fps, gap } = frames();
    const { median, late } = spread(times);
    console.log(
      `${name}, ${what}: ${median.toFixed(0)} ms, 95 % within ${late.toFixed(0)} ms, ${Math.ceil(bytes / 1000)} KB; live ${fps.toFixed(1)} a second, longest gap ${gap.toFixed(0)} ms`,
    );
  }
  viewer.close();
  worker.close();
  await db.close();
  await server.stop();
}

/**
 * Measured from the first frame to the last, since a second or two contain too few frames for counting by the clock.
 */
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
