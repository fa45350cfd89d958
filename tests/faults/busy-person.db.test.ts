import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { users } from '../../modules/auth/tables.ts';
import { conversationMessages, dreams } from '../../modules/dreams/tables.ts';
import { newId } from '../../modules/kit/ids.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type Answer, type Person, signInAsAdmin, signInByMail } from '../wire/person.ts';

/** Time that one account spends doing as much as it can; setting BUSY_SECONDS also makes the limit strict. */
const SECONDS = Number(process.env.BUSY_SECONDS ?? 1.5);
/** The target is 250 ms. In the suite, alongside other tests, a multiple of it still reveals a stall. */
const P95_MS = process.env.BUSY_SECONDS ? 250 : 1_000;
const CALM_MS = process.env.BUSY_SECONDS ? 1_000 : 300;
const SEARCHES_AT_ONCE = 20;
const WRITERS = 6;
const UPLOADS_AT_ONCE = 2;

let at: TestDatabase;
let server: RunningServer;
let busy: Person;
let bystander: Person;
beforeAll(async () => {
  at = await openTestDatabase();
  server = await startServer({
    dataDir: at.settings.DATA_DIR,
    env: { WORKERS: 'fleet', LOG_LEVEL: 'error', DATABASE_URL: at.settings.DATABASE_URL ?? '' },
  });
  await signInAsAdmin(server);
  busy = await signInByMail(server, 'busy@example.com');
  bystander = await signInByMail(server, 'bystander@example.com');
});
afterAll(async () => {
  await server.stop();
  await at.drop();
});

/** As much as one account had stored in the attack that revealed this: 4 MB in three finished dreams. */
async function storeMuch(): Promise<void> {
  const [user] = await at.db.orm.select().from(users).where(eq(users.email, 'busy@example.com'));
  if (!user) throw new Error('nobody of this address');
  for (let dream = 0; dream < 3; dream++) {
    const id = newId();
    const past = Date.now() - (dream + 1) * 3600_000;
    await at.db.orm.insert(dreams).values({
      id,
      userId: user.id,
      rpJobId: `local-${id}`,
      jobStatus: 'DONE',
      requestedAt: past,
      startedAt: past,
      endedAt: past + 1,
      limitSeconds: 300,
      seed: 1,
    });
    for (let from = 0; from < 700; from += 100) {
      const rows = Array.from({ length: 100 }, (_, n) => {
        const text = `Übermorgen ${'die stille See und ein Leuchtturm im Sturm '.repeat(44)}`.slice(0, 1_990);
        return { dreamId: id, id: `m${from + n}`, text, isUser: true, at: past + n };
      });
      await at.db.orm.insert(conversationMessages).values(rows);
    }
  }
}

const percentile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

const reported = (times: number[]) =>
  `${times.length} calls, ${[0.5, 0.95, 0.99].map((part) => `p${part * 100} ${percentile(times, part).toFixed(0)} ms`).join(', ')}`;

/** Makes another person's calls in the meantime. @returns their times, and the server's readiness as reported */
async function watch(end: number): Promise<{ times: number[]; ready: number[] }> {
  const times: number[] = [];
  const ready: number[] = [];
  const { sessionId } = await bystander.connect();
  const pages = ['/api/sessions', '/api/session', '/dreamboard'];
  const write = (n: number) => {
    const messages = [{ id: `b${n}`, text: 'a line', timestamp: n, isUser: true }];
    return bystander.call('POST', '/api/conversation', { session_id: sessionId, messages });
  };
  // At the pace of a person with a few open tabs, well within every limit.
  const call = (n: number) => {
    if (n % 20 === 10) return bystander.call('GET', '/api/sessions?q=sea');
    return n % 10 === 5 ? write(n) : bystander.call('GET', pages[n % pages.length] ?? '');
  };
  for (let n = 0; performance.now() < end; n++) {
    const began = performance.now();
    const answer = await call(n);
    times.push(performance.now() - began);
    expect(answer.status).toBe(200);
    if (n % 10 === 0) ready.push((await bystander.call('GET', '/readyz')).status);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { times, ready };
}

describe(`while one account searches, writes and uploads as fast as allowed, on ${dialect}`, () => {
  test('another account’s calls are served as usual, and the server stays ready', {
    timeout: 60_000 + SECONDS * 3_000,
  }, async () => {
    await storeMuch();
    const { sessionId } = await busy.connect();
    const calm = await watch(performance.now() + CALM_MS);
    const end = performance.now() + SECONDS * 1000;
    const searched: number[] = [];
    const statuses = new Map<string, number>();
    const repeat = async (name: string, call: (n: number) => Promise<Answer>) => {
      for (let n = 0; performance.now() < end; n++) {
        const began = performance.now();
        const { status } = await call(n);
        if (name === 'search' && status === 200) searched.push(performance.now() - began);
        statuses.set(`${name} ${status}`, (statuses.get(`${name} ${status}`) ?? 0) + 1);
        // A rejected client retries; in a tight loop that would only measure the client.
        if (status === 429) await new Promise((resolve) => setTimeout(resolve, 25));
      }
    };
    const long = 'The quiet sea and a lighthouse in the storm. '.repeat(27);
    const upload = () => {
      const form = new FormData();
      form.set('session_id', sessionId);
      form.set('audio', new Blob([new Uint8Array(400_000)], { type: 'audio/wav' }), 'voice.wav');
      return fetch(`${server.url}/api/voice`, {
        method: 'POST',
        headers: { cookie: busy.cookie },
        body: form,
      }).then(async (answer) => ({
        status: answer.status,
        headers: answer.headers,
        text: await answer.text(),
        json: null,
      }));
    };
    const attack = [
      ...Array.from({ length: SEARCHES_AT_ONCE }, (_, n) =>
        repeat('search', (round) => busy.call('GET', `/api/sessions?q=no%20such%20words%20${n}-${round}`)),
      ),
      ...Array.from({ length: WRITERS }, (_, writer) =>
        repeat('write', (round) => {
          const messages = Array.from({ length: 200 }, (_, n) => ({
            id: `w${n}`,
            text: `${writer} ${round} ${long}`.slice(0, 1_100),
            timestamp: n,
            isUser: true,
          }));
          return busy.call('POST', '/api/conversation', { session_id: sessionId, messages });
        }),
      ),
      ...Array.from({ length: UPLOADS_AT_ONCE }, () => repeat('upload', upload)),
    ];

    const { times, ready } = await watch(end);
    await Promise.all(attack);
    console.log(
      `${dialect}: a bystander, calm: ${reported(calm.times)}; beside the busy one: ${reported(times)}`,
    );
    console.log(
      `${dialect}: the busy one: ${JSON.stringify(Object.fromEntries(statuses))}, searches: ${reported(searched)}`,
    );
    expect(new Set(ready)).toEqual(new Set([200]));
    expect(percentile(times, 0.95)).toBeLessThan(P95_MS);
    if (process.env.BUSY_SECONDS) expect(percentile(times, 0.99)).toBeLessThan(P95_MS);
  });
});
