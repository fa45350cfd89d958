import { afterAll, beforeAll, expect, test } from 'vitest';
import { avatarKey } from '../modules/auth/avatar.ts';
import type { User } from '../modules/auth/queries/people.ts';
import { openLoginSession } from '../modules/auth/session/sign-in.ts';
import { loginSessions } from '../modules/auth/tables.ts';
import { linkPath } from '../modules/dreams/contract/short-link.ts';
import { dreams } from '../modules/dreams/tables.ts';
import { hashToken, newId, newToken } from '../modules/kit/ids.ts';
import {
  type Outcome,
  PICTURE_DIGEST,
  ROWS,
  type Row,
  VISITORS,
  type VisitorKind,
} from './authorisation-table.ts';
import { inBothDatabases, testOnce } from './long-test.ts';
import { ORIGIN, startProgram, type TestProgram } from './program.ts';

let program: TestProgram;
beforeAll(async () => {
  program = await startProgram({ METRICS_TOKEN: 'a-token-of-the-tests' });
});
afterAll(() => program.stop());

const registered = () =>
  new Set(
    program.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`),
  );

test('every route has a row in tests/authorisation-table.ts, and every row a route', () => {
  expect([...registered()].sort()).toEqual([...new Set(ROWS.map(({ route }) => route))].sort());
});

/** Responses to signed-in people that their own browser may cache, and why. */
const KEPT: Record<string, RegExp> = {
  // Files of a dream: seeking in a video requests parts of it repeatedly.
  'GET /api/sessions/:id/video': /^private, /,
  'GET /api/sessions/:id/thumbnail': /^private, /,
  'GET /api/sessions/:id/poster': /^private, /,
  'GET /api/sessions/:id/preview': /^private, /,
  'GET /api/sessions/:id/filmstrip': /^private, /,
  'GET /api/sessions/:id/captions': /^private, /,
  'GET /api/sessions/:id/qr': /^private, /,
  'GET /api/sessions/:id/voice': /^private, /,
  'GET /api/sessions/:id/pictures/:digest': /^private, /,
  'GET /api/download-video/:job_id': /^private, /,
  'GET /api/avatars/:userId/:file': /^private, /,
  'GET /embed/:code': /^public, no-cache$/,
  'GET /api/oembed': /^public, no-cache$/,
  // The specification has no second call within five minutes.
  'GET /api/conversation': /^private, max-age=300$/,
  // Public files, the same for everyone.
  'GET /voice-models/*': /./,
  'GET /api/d/:file': /./,
  'GET /d/:code': /./,
  'GET /healthz': /^$/,
  'GET /readyz': /^$/,
  'GET /metrics': /^$/,
};
/** A person with dreams of their own, and one who may see everyone's. */
const LOOKED_FOR_IN_CACHES: ReadonlySet<VisitorKind> = new Set(['guest', 'trial', 'admin']);

/** Describes what is wrong with a response. */
async function faultsOf(row: Row, kind: VisitorKind, answer: Response): Promise<string[]> {
  const faults: string[] = [];
  const outcome = outcomeOf(answer);
  if (outcome !== row.outcomes[kind]) faults.push(`${outcome} instead of ${row.outcomes[kind]}`);
  const said = answer.headers.get('cache-control') ?? '';
  if (LOOKED_FOR_IN_CACHES.has(kind) && said !== 'no-store' && !KEPT[row.route]?.test(said))
    faults.push(`may lie in a cache: ${said}`);
  if (row.route.includes(' /api/') && answer.status >= 400) {
    const { error, code } = (await answer.json().catch(() => ({}))) as { error?: unknown; code?: unknown };
    if (typeof error !== 'string') faults.push(`${answer.status} without an error for callers`);
    if (!/^[a-z]+(-[a-z]+)*$/.test(String(code))) faults.push(`${answer.status} with the code ${code}`);
  }
  return faults.map((fault) => `${row.route} ${row.path ?? ''}: ${fault}`);
}

// One test for all of a visitor's rows: with a test per row, reporting took as long as the calls. Owner and operator
// together get to every statement; what the others are denied is decided before it or from its result.
test.each(inBothDatabases(VISITORS, (kind) => kind === 'trial' || kind === 'admin'))(
  'every route gives %s what the table says, and nothing that a cache may keep',
  async (kind) => {
    const wrong: string[] = [];
    for (const row of ROWS) wrong.push(...(await faultsOf(row, kind, await ask(row, kind))));
    expect(wrong).toEqual([]);
  },
);

testOnce('a page of another site changes nothing, no matter who visits it', async () => {
  for (const row of ROWS.filter(({ route }) => !route.startsWith('GET '))) {
    for (const kind of ['trial', 'admin'] as const) {
      const answer = await ask(row, kind, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
      expect(answer.status, `${row.route} as ${kind}`).toBe(403);
    }
  }
});

testOnce('a body that is no object is refused by every call', async () => {
  const wrong: string[] = [];
  for (const row of ROWS.filter(({ json, route }) => json !== undefined && route.includes(' /api/'))) {
    const kind = row.outcomes.trial === 200 ? 'trial' : 'admin';
    for (const json of [null, [], 'text']) {
      const { status } = await ask({ ...row, json }, kind);
      // Possible before the body is read: not found (404), not JSON (415), not configured (503).
      const isRefused = [400, ...(row.outcomes[kind] === 200 ? [] : [404, 415, 503])].includes(status);
      if (!isRefused) wrong.push(`${row.route} with ${JSON.stringify(json)}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
});

testOnce('an unknown address is a page for people and JSON for callers', async () => {
  const page = await program.visitor().get('/nowhere');
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('Sorry — nothing exists at this address.');
  const call = await program.visitor().get('/api/nowhere');
  expect(call.status).toBe(404);
  expect(await call.json()).toHaveProperty('error');
});

/**
 * Routes that serve a file. Most other routes don't need one, and storing several for each call dominates the run time.
 */
const READS_FILES =
  /\/(archive|avatars|d|download-video|filmstrip|pictures|poster|preview|thumbnail|video|voice)(\/|$)/;

async function ask(row: Row, kind: VisitorKind, headers: Record<string, string> = {}): Promise<Response> {
  const guest = kind === 'guest' ? await createGuest() : null;
  const owner = guest ?? (await createPerson('trial'));
  const itemId = await createDream(owner.id, kind === 'hidden item', guest !== null);
  if (READS_FILES.test(row.route)) await storeFiles(owner.id, itemId);
  const visitor = program.visitor(headers, newId());
  const person = guest?.token ?? (await createVisitorOf(kind, owner.id));
  if (person) visitor.jar.set('sid', person);
  const words: Record<string, string> = {
    '{item}': itemId,
    '{link}': linkPath(itemId),
    '{owner}': owner.id,
    '{new}': newId(),
  };
  const fill = (text: string) => text.replace(/\{\w+\}/g, (name) => words[name] ?? name);

  const [method = '', registeredPath = ''] = row.route.split(' ');
  const path = fill(row.path ?? registeredPath);
  if (row.form) {
    const fields = Object.entries(row.form).map(([name, value]) => [name, fill(value)]);
    return visitor.postForm(path, Object.fromEntries(fields));
  }
  const upload = row.recording ?? row.picture;
  if (upload) {
    const form = new FormData();
    for (const [name, value] of Object.entries(upload)) form.set(name, fill(value));
    if (row.recording) form.set('audio', new Blob(['RIFF\0\0\0\0WAVEfmt ']), 'voice.wav');
    else form.set('picture', new Blob(['GIF89a']), 'picture.gif');
    return visitor.send(method, path, { headers: { accept: 'application/json' }, body: form });
  }
  const isCall = path.startsWith('/api/');
  return visitor.send(method, path, {
    headers: {
      accept: isCall ? 'application/json' : 'text/html',
      ...(row.json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(row.json === undefined ? {} : { body: fill(JSON.stringify(row.json)) }),
  });
}

function outcomeOf(answer: Response): Outcome {
  const location = answer.headers.get('location');
  if (location === null || answer.status < 300 || answer.status > 399) return answer.status;
  return `→ ${location.replace(ORIGIN, '')}`;
}

/** The cookie of a visitor of this kind, or null if it has none. */
async function createVisitorOf(kind: VisitorKind, ownerId: string): Promise<string | null> {
  switch (kind) {
    case 'signed out':
    case 'guest':
      return null;
    case 'expired session': {
      const token = await signIn(ownerId);
      await program.db.orm.update(loginSessions).set({ expiresAt: program.clock.now() - 1 });
      return token;
    }
    case 'trial':
    case 'hidden item':
      return signIn(ownerId);
    case 'other owner': {
      const other = await createPerson('trial');
      await createDream(other.id, false, false);
      return signIn(other.id);
    }
    default:
      return signIn((await createPerson(kind)).id);
  }
}

/** A guest who has had their dream, and the cookie's token. */
async function createGuest() {
  const token = newToken();
  const { id } = await program.accounts.addGuest(hashToken(token), program.clock.now() + 3600_000);
  return { id, token };
}

const signIn = (userId: string) =>
  openLoginSession(program.signIn, userId, { userAgent: undefined, address: 'test' });

async function createPerson(plan: 'trial' | 'basic' | 'premium' | 'admin'): Promise<User> {
  const { accounts: store } = program;
  const user = await store.createUser({
    name: plan,
    email: `${newId()}@example.com`,
    picture: null,
    role: plan === 'admin' ? 'admin' : 'user',
  });
  if (plan === 'basic' || plan === 'premium') {
    await store.changeAccount(
      user,
      { role: 'subscribed', tier: plan },
      { source: 'admin', actorId: null, reason: null },
    );
  }
  return user;
}

const keysOf = (dreamId: string) => ({
  videoKey: `dreams/${dreamId}/video.mp4`,
  thumbnailKey: `dreams/${dreamId}/thumbnail.jpg`,
  posterKey: `dreams/${dreamId}/poster.jpg`,
  previewKey: `dreams/${dreamId}/preview.mp4`,
  filmstripKey: `dreams/${dreamId}/filmstrip.jpg`,
  voiceKey: `voices/${dreamId}.wav`,
});

async function storeFiles(ownerId: string, dreamId: string): Promise<void> {
  const others = [avatarKey(ownerId, '0'.repeat(32)), `dreams/${dreamId}/picture-${PICTURE_DIGEST}.jpg`];
  for (const key of [...Object.values(keysOf(dreamId)), ...others])
    await program.storage.put(key, new Uint8Array([1]), '');
}

async function createDream(userId: string, hidden: boolean, guest: boolean): Promise<string> {
  const id = newId();
  const now = program.clock.now();
  await program.db.orm.insert(dreams).values({
    id,
    userId,
    rpJobId: `local-${id}`,
    jobStatus: 'DONE',
    serverStatus: 'READY',
    requestedAt: now,
    startedAt: now,
    endedAt: now,
    durationMs: 10_000,
    limitSeconds: 300,
    seed: 1,
    hiddenAt: hidden ? now : null,
    guest,
    shared: !guest,
    ...keysOf(id),
  });
  return id;
}
