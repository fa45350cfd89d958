import { openDatabase } from '../db/open.ts';
import { buildIslands } from '../islands/build/build.ts';
import { makeAdminLink } from '../modules/auth/email-link/email-link.ts';
import { createAuthStore } from '../modules/auth/store.ts';
import { createBillingStore } from '../modules/billing/store.ts';
import { createJobsStore } from '../modules/jobs/store.ts';
import { createLog } from '../modules/kit/log.ts';
import { type Assets, loadAssets } from '../modules/web/load-assets.ts';
import { createLedger } from '../src/backup/ledger.ts';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { createTestDatabase } from './database.ts';

export const ORIGIN = 'http://dreams.test';

/** A clock that starts now and that tests advance by hand. */
export function createTestClock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    monotonic: () => performance.now() + ahead,
    advance(ms: number): void {
      ahead += ms;
    },
  };
}

export type TestProgram = Awaited<ReturnType<typeof startProgram>>;

/** Runs the whole program without a port, on a new or given database: requests go directly to its app. */
export async function startProgram(
  env: Record<string, string> = {},
  clock = createTestClock(),
  database = createTestDatabase(),
) {
  const { settings, drop } = await database;
  const lines: string[] = [];
  const environment = {
    PUBLIC_URL: ORIGIN,
    DATA_DIR: settings.DATA_DIR,
    DATABASE_URL: settings.DATABASE_URL,
    ...env,
  };
  const config = readConfig(environment);
  const log = createLog('info', (line) => lines.push(line));
  const db = await openDatabase(settings);
  const ledger = createLedger({ config, db, clock, log });
  const restored = await ledger.applyDue();
  const program = await compose({
    config,
    log,
    clock,
    db,
    ledger,
    assets: await readAssets(),
    setupProcess: { environment, restart: null },
  });
  const { storage } = program.kit;
  const accounts = createAuthStore(db, clock);
  const adminEmails = config.ADMIN_EMAILS ?? [];
  return {
    ...program,
    config,
    clock,
    db,
    storage,
    // Internals that tests inspect and set up without going through the app.
    accounts,
    customers: createBillingStore(db, clock),
    queue: createJobsStore(db, clock),
    signIn: { config, clock, log, store: accounts, adminEmails },
    dataDir: settings.DATA_DIR,
    settings,
    ledger,
    /** sentences about changes that the ledger made after a restore */
    restored,
    /** everything logged so far */
    log: () => lines.join(''),
    /** @param address apparent source of the requests, for rate limits */
    visitor: (headers: Record<string, string> = {}, address = '192.0.2.1') =>
      createVisitor(program.app, headers, address),
    adminLink: (email = 'admin@example.com') =>
      makeAdminLink({ config, clock, store: accounts, adminEmails }, email, ORIGIN),
    async stop(): Promise<void> {
      await program.stop();
      await drop();
    },
  };
}

let assets: Promise<Assets> | undefined;

/** Rebuilt if outdated, and read once for all programs. */
function readAssets(): Promise<Assets> {
  assets ??= buildIslands().then(() => loadAssets());
  return assets;
}

export type Visitor = ReturnType<typeof createVisitor>;

/** A browser reduced to cookies and headers; it doesn't follow redirects. */
function createVisitor(app: TestApp, headers: Record<string, string>, address: string) {
  const jar = new Map<string, string>();

  async function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const sent = new Headers({
      accept: 'text/html',
      ...headers,
      ...(init.headers as Record<string, string>),
    });
    if (jar.size > 0) sent.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    if (method !== 'GET' && !sent.has('origin')) sent.set('origin', ORIGIN);
    sent.set('host', new URL(ORIGIN).host);
    const url = path.startsWith('http') ? path : `${ORIGIN}${path}`;
    const response = await app.request(url, { ...init, method, headers: sent }, { address });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      if (/max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  return {
    jar,
    send,
    get: (path: string, sent?: Record<string, string>) => send('GET', path, sent ? { headers: sent } : {}),
    postJson: (path: string, body?: unknown) =>
      send('POST', path, {
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    postForm: (path: string, fields: Record<string, string> = {}) =>
      send('POST', path, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
    /** Opens a one-time link and presses its button. */
    async openLink(link: string): Promise<Response> {
      const { pathname, search } = new URL(link);
      return send('POST', pathname + search);
    },
    /** the signed-in person, or null */
    async person(): Promise<{ id: string; email: string; role: string; picture: string | null } | null> {
      const answer = await send('GET', '/api/session', { headers: { accept: 'application/json' } });
      return answer.ok ? (await answer.json()).user : null;
    },
  };
}

interface TestApp {
  request(url: string, init: RequestInit, env: object): Response | Promise<Response>;
}
