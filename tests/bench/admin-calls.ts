/** Duration of every dashboard call and CSV export, with 1,000,000 dreams of 100,000 people (`million.ts`). */
import { openDatabase } from '../../db/open.ts';
import { openLoginSession } from '../../modules/auth/session/sign-in.ts';
import { createAuthStore } from '../../modules/auth/store.ts';
import { systemClock } from '../../modules/kit/clock.ts';
import { newId } from '../../modules/kit/ids.ts';
import { startServer } from '../server.ts';
import { DREAMS, EMAIL, EVENTS, MAILS, onBoth, PEOPLE, type Place, spread } from './million.ts';
import { processorMs } from './processor.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
/** Only measures calls whose description contains this text. */
const ONLY = process.env.BENCH_ONLY ?? '';

const sessions = (more: object) =>
  ['session-data', { action: 'getAllSessions', page: 1, limit: 20, ...more }] as const;
const people = (more: object) =>
  ['user-data', { action: 'getAllUsers', page: 1, limit: 20, ...more }] as const;
const summary = (startDate: string) =>
  ['summary-data', { action: 'getSummaryData', startDate, endDate: '2026-03-31' }] as const;

const mails = (more: object) => ['mail-data', { action: 'getMails', page: 1, limit: 20, ...more }] as const;
const audit = (more: object) => ['audit-data', { action: 'getAudit', page: 1, limit: 20, ...more }] as const;
const figures = (step: string) => ['figures-data', { action: 'getFigures', step }] as const;

type Call = readonly [string, object];
/** Words that no earlier round has searched, so that no kept count answers. */
const two = (round: number) => (round * 37 + 19).toString(16).slice(-2).padStart(2, '0');
const one = (round: number) => 'e3a17f5b9d02c468'.charAt(round % 16);

const CALLS: [string, Call | ((round: number) => Call)][] = [
  ['fresh: job id holds 2 digits', (round) => sessions({ rpJobId: two(round) })],
  ['fresh: job id holds 1 digit', (round) => sessions({ rpJobId: one(round) })],
  ['fresh: job id holds 2 digits, DONE', (round) => sessions({ rpJobId: two(round), jobStatus: 'DONE' })],
  ['fresh: job id holds 2 digits, FPS', (round) => sessions({ rpJobId: two(round), minServerFps: 10 })],
  ['fresh: job id 2 digits, worker “ams”', (round) => sessions({ rpJobId: two(round), workerId: 'ams' })],
  [
    'fresh: job id holds 2 digits, half the time',
    (round) => sessions({ rpJobId: two(round), sessionAfter: '2025-03-31T12:00' }),
  ],
  ['fresh: worker id holds 1 or 2 letters', (round) => sessions({ workerId: pairOf('gpu-ams-1', round) })],
  [
    'fresh: worker id holds 2 letters, FPS',
    (round) => sessions({ workerId: pairOf('gpu-ams-1', round), minServerFps: 10 + round / 100 }),
  ],
  ['fresh: server FPS from 10', (round) => sessions({ minServerFps: 10 + round / 100 })],
  ['fresh: server and client FPS', (round) => sessions({ minServerFps: 8 + round / 100, maxClientFps: 12 })],
  ['fresh: users by 1 or 2 letters', (round) => people({ email: pairOf('brandt.77', round) })],
  [
    'fresh: users by 1 or 2 letters, by email',
    (round) => people({ email: pairOf('brandt.77', round), sort: 'email' }),
  ],
  ['fresh: users by 2 letters, seen', (round) => people({ email: pairOf('brandt.77', round), seen: 'week' })],
  ['fresh: audit by 1 or 2 letters', (round) => audit({ person: pairOf('brandt.77', round) })],
  [
    'fresh: audit by 2 letters, sign-ins',
    (round) => audit({ person: pairOf('brandt.77', round), kind: 'sign-in' }),
  ],
  ['fresh: mails to 1 or 2 letters', (round) => mails({ to: pairOf('brandt.77', round) })],
  [
    'fresh: dreams found by 1 or 2 letters',
    (round) => ['dream-data', { action: 'findDreams', words: pairOf('lanterns77', round) }],
  ],
  ['sessions, no filter', sessions({})],
  ['sessions, the last page', sessions({ page: DREAMS / 20 })],
  ['sessions, a page in the middle', sessions({ page: DREAMS / 40 })],
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
  ['job id holds “nobody”', sessions({ rpJobId: 'nobody' })],
  ['worker id holds “gpu” (all that began), the last page', sessions({ workerId: 'gpu', page: 45_000 })],
  ['recordings that failed', sessions({ recording: 'FAILED' })],
  ['server FPS from 10', sessions({ minServerFps: 10 })],
  ['server FPS from 14 to 15, page 5,000', sessions({ minServerFps: 14, maxServerFps: 15, page: 5_000 })],
  ['server FPS from 3 to 3.1', sessions({ minServerFps: 3, maxServerFps: 3.1 })],
  ['server and client FPS, DONE', sessions({ minServerFps: 8, maxClientFps: 12, jobStatus: 'DONE' })],
  ['job id holds “local”, worker id “ams-1”', sessions({ rpJobId: 'local', workerId: 'ams-1' })],
  ['worker id holds “ams-1”, server FPS from 10', sessions({ workerId: 'ams-1', minServerFps: 10 })],
  ['worker id holds “ams-1”, DONE', sessions({ workerId: 'ams-1', jobStatus: 'DONE' })],
  ['job id holds “ab”, FAILED', sessions({ rpJobId: 'ab', jobStatus: 'FAILED' })],
  ['job id holds “ab”, server FPS from 10', sessions({ rpJobId: 'ab', minServerFps: 10 })],
  [
    'all kinds of filters at once',
    sessions({
      workerId: 'ams',
      rpJobId: 'local',
      jobStatus: 'DONE',
      minServerFps: 8,
      maxClientFps: 15,
      sessionAfter: '2025-01-01T00:00',
    }),
  ],
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
  ['mails, no filter', mails({})],
  ['mails, the last page', mails({ page: MAILS / 20 })],
  ['mails that failed', mails({ state: 'failed' })],
  ['mails that were sent, the last page', mails({ state: 'sent', page: (MAILS * 0.98) / 20 })],
  ['mails to an address', mails({ to: EMAIL })],
  ['audit, no filter', audit({})],
  ['audit, the last page', audit({ page: EVENTS / 20 })],
  ['audit by a person', audit({ person: 'brandt.77' })],
  ['reports', ['report-data', { action: 'getReports' }]],
  ['users, a page in the middle', people({ page: PEOPLE / 40 })],
  ['users by an address that nobody has', people({ email: 'nobody@nowhere' })],
  ['dreams found by an address', ['dream-data', { action: 'findDreams', words: 'brandt.77' }]],
  ['dreams found by a name', ['dream-data', { action: 'findDreams', words: 'Dream 400 lanterns' }]],
  ['dreams found by nothing', ['dream-data', { action: 'findDreams', words: 'zzzz-no-such' }]],
  ['summary of 7 days', summary('2026-03-25')],
  ['summary of 90 days', summary('2026-01-01')],
  ['summary of two years', summary('2024-04-01')],
];

/** One or two letters, other ones in each round. */
function pairOf(text: string, round: number): string {
  const at = round % (2 * text.length - 1);
  return at < text.length ? text.charAt(at) : text.slice(at - text.length).slice(0, 2);
}

const FILES = ['people', 'sessions'];

await onBoth(import.meta.filename, measure);

async function measure({ name, settings, postmaster }: Place): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL } = settings;
  const server = await startServer({
    dataDir,
    env: { WORKERS: 'fleet', LOG_LEVEL: 'error', ...(DATABASE_URL && { DATABASE_URL }) },
  });
  const db = await openDatabase(settings);
  const store = createAuthStore(db, systemClock);
  const email = `${newId()}@example.com`;
  const { id } = await store.createUser({ name: 'Bench', email, picture: null, role: 'admin' });
  const from = { userAgent: undefined, address: '127.0.0.1' };
  const cookie = `sid=${await openLoginSession({ store, clock: systemClock, adminEmails: [] }, id, from)}`;
  const processors = () => processorMs(server.pid) + (postmaster ? processorMs(postmaster) : 0);
  for (const [what, call] of CALLS.filter(([what]) => what.includes(ONLY))) {
    const times: number[] = [];
    let bytes = 0;
    let refused = 0;
    const before = processors();
    for (let round = 0; round < ROUNDS; round++) {
      const [path, body] = typeof call === 'function' ? call(round) : call;
      const began = performance.now();
      const answer = await fetch(`${server.url}/api/admin/${path}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', origin: server.url },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status === 503) refused += 1;
      else if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text}`);
      times.push(performance.now() - began);
      bytes = text.length;
    }
    const [first = 0] = times;
    const { median, late } = spread(times);
    const spent = (processors() - before) / ROUNDS;
    console.log(
      `${name}, ${what}: ${median.toFixed(0)} ms, 95 % within ${late.toFixed(0)} ms, the first ${first.toFixed(0)} ms, ${spent.toFixed(0)} ms of processor, ${Math.ceil(bytes / 1000)} KB${refused > 0 ? `; ${refused} of ${ROUNDS} refused as too late` : ''}`,
    );
  }
  for (const file of FILES.filter((file) => `CSV of ${file}`.includes(ONLY))) {
    const answer = await fetch(`${server.url}/api/admin/export/${file}`, { headers: { cookie } });
    console.log(`${name}, CSV of ${file}: ${await readFile(answer, processors)}`);
  }
  await db.close();
  await server.stop();
}

/** Reads a CSV export to its end. The duration of each quarter shows whether it is linear. */
async function readFile(answer: Response, processors: () => number): Promise<string> {
  if (!answer.ok || !answer.body) throw new Error(`${answer.status}`);
  const began = performance.now();
  const spent = processors();
  const marks: { bytes: number; at: number; spent: number }[] = [];
  let bytes = 0;
  for await (const part of answer.body) {
    bytes += part.byteLength;
    marks.push({ bytes, at: performance.now() - began, spent: processors() - spent });
  }
  const quarters = [0.25, 0.5, 0.75, 1].map((part) => marks.find((mark) => mark.bytes >= bytes * part));
  const words = quarters.map((mark) => `${((mark?.at ?? 0) / 1000).toFixed(1)} s`).join(', ');
  return `${(bytes / 1e6).toFixed(1)} MB, its quarters after ${words}; ${(processors() - spent) / 1000} s of processor`;
}
