import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { testOnce } from '../../tests/long-test.ts';
import { startProgram, type TestProgram, type Visitor } from '../../tests/program.ts';
import { loginSessions } from '../auth/tables.ts';
import type { SetupAnswer } from './contract/setup.ts';
import { adminActions } from './tables.ts';

let program: TestProgram;
let admin: Visitor;
beforeAll(async () => {
  program = await startProgram({ APP_NAME: 'Somnia' });
  admin = await signedIn(program);
});
afterAll(() => program.stop());

async function signedIn(of: TestProgram): Promise<Visitor> {
  const visitor = of.visitor();
  await visitor.openLink(await of.adminLink());
  return visitor;
}

async function ask(body: object, who = admin) {
  const answer = await who.postJson('/api/admin/setup-data', body);
  return { status: answer.status, json: await answer.json() };
}
const read = async (who = admin): Promise<SetupAnswer> => (await ask({ action: 'getParts' }, who)).json;

async function save(part: string, changes: object, basis?: string) {
  return ask({ action: 'save', part, changes, basis: basis ?? (await read()).basis });
}

describe(`set-up from the page, on ${dialect}`, () => {
  testOnce('changes are stored for the next start, with the version that they are based on', async () => {
    const { basis } = await read();
    const saved = await save(
      'helpers',
      { LLM_BASE_URL: 'http://localhost:1', LLM_API_KEY: 'sk-secret' },
      basis,
    );
    expect(saved).toMatchObject({
      status: 200,
      json: { restart: { pending: ['LLM_BASE_URL', 'LLM_API_KEY'] } },
    });
    expect(JSON.stringify(saved.json)).not.toContain('sk-secret');
    const fields = saved.json.parts.find(({ id }: { id: string }) => id === 'helpers').fields;
    expect(fields.find(({ name }: { name: string }) => name === 'LLM_API_KEY')).toMatchObject({
      text: '',
      isSet: true,
      isPending: true,
    });
    // The other operator's page is older than that change.
    expect(await save('helpers', { LLM_MODEL: 'mine' }, basis)).toMatchObject({
      status: 409,
      json: { error: expect.stringContaining('have been changed by another operator') },
    });
    expect(await save('helpers', { LLM_BASE_URL: null, LLM_API_KEY: ' ' })).toMatchObject({
      status: 200,
      json: { restart: { pending: [] } },
    });
    expect(JSON.parse(await readFile(join(program.dataDir, 'settings.json'), 'utf8')).settings).toEqual({});
  });

  test.each([
    ['address', { APP_NAME: 'Mine' }, 409, 'APP_NAME is set in the environment, which takes precedence.'],
    ['address', { SMTP_URL: 'smtp://x' }, 400, 'SMTP_URL isn’t a setting of this part'],
    ['server', { DATA_DIR: '/' }, 400, 'DATA_DIR isn’t a setting of this part'],
    ['server', { PORT: '99999' }, 400, 'PORT: must be between 0 and 65535'],
    ['plans', { STRIPE_API_BASE: 'http://stripe.example' }, 400, 'STRIPE_API_BASE: must be https'],
    ['helpers', { VOICE_MODEL_BASE: '/etc' }, 400, 'can only be set in the environment'],
    ['helpers', { __proto__: 'x', LLM_MODEL: 'x'.repeat(5000) }, 400, ''],
  ])('an invalid change is rejected: %s %o', async (part, changes, status, words) => {
    for (const action of ['save', 'test']) {
      const asked = { action, part, changes, ...(action === 'save' && { basis: (await read()).basis }) };
      expect(await ask(asked)).toMatchObject({ status, json: { error: expect.stringContaining(words) } });
    }
  });

  test('the site’s owner is requested until it is set', async () => {
    const [address] = (await read()).parts;
    expect(address?.missing.flatMap(({ names }) => names)).toEqual(
      expect.arrayContaining(['COMPANY_NAME', 'COMPANY_ADDRESS']),
    );
    expect(address?.facts).toContain('The terms are a contract with Reverie.');
  });

  test('every fault names its setting', async () => {
    const { json } = await save('dreams', { STREAM_SECONDS: 'long', HIDDEN_DAYS: '-1' });
    expect(json.faults).toEqual([
      { name: 'STREAM_SECONDS', text: 'must be a whole number' },
      { name: 'HIDDEN_DAYS', text: 'must be a whole number' },
    ]);
  });

  test('a stored secret isn’t sent to a server that was entered without it', async () => {
    const heard: string[] = [];
    const server = createServer((request, response) => {
      heard.push(JSON.stringify(request.headers));
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const prices = { currency: 'eur', basic: '5', premium: '30' };
    const cases = [
      ['plans', 'STRIPE_SECRET_KEY', 'STRIPE_API_BASE'],
      ['helpers', 'LLM_API_KEY', 'LLM_BASE_URL'],
      ['safety', 'MODERATION_API_KEY', 'MODERATION_BASE_URL'],
    ] as const;
    try {
      for (const [part, secret, address] of cases) {
        expect(await save(part, { [secret]: 'sk-kept' })).toMatchObject({ status: 200 });
        const changes = { [address]: elsewhere };
        const asked = [
          { action: 'test', part, changes },
          { action: 'save', part, changes, basis: (await read()).basis },
          ...(part === 'safety' ? [{ action: 'classify', text: 'a lake', changes }] : []),
          ...(part === 'plans' ? [{ action: 'seeStripe', changes, prices }] : []),
        ];
        for (const body of asked)
          expect(await ask(body)).toMatchObject({
            status: 400,
            json: { faults: [{ name: secret, text: expect.stringContaining(`because ${address} changes`) }] },
          });
      }
      expect(heard).toEqual([]);
      // A key that is typed together with its address is tried there.
      const typed = { LLM_BASE_URL: elsewhere, LLM_API_KEY: 'sk-typed' };
      expect(await ask({ action: 'test', part: 'helpers', changes: typed })).toMatchObject({ status: 200 });
      expect(heard.join()).toContain('sk-typed');
      expect(heard.join()).not.toContain('sk-kept');
    } finally {
      server.close();
    }
  });

  test('a server inside another program isn’t restarted from here', async () => {
    expect(await ask({ action: 'restart', waits: false })).toMatchObject({ status: 409 });
    expect((await read()).restart.isPossible).toBe(false);
  });

  testOnce('changes and backups require a proof from the last hour if an operator can give one', async () => {
    const mailed = await startProgram({ SMTP_URL: 'smtp://127.0.0.1:9' });
    try {
      const visitor = await signedIn(mailed);
      const calls = async () => {
        const { basis } = await read(visitor);
        const saved = await ask(
          { action: 'save', part: 'dreams', changes: { HIDDEN_DAYS: '9' }, basis },
          visitor,
        );
        const download = await visitor.get('/api/admin/backups/reverie-2026-01-01-000000.tar');
        const made = await visitor.postJson('/api/admin/backup-data', { action: 'remove', name: 'x' });
        const prices = { currency: 'eur', basic: '5', premium: '30' };
        const looks = [
          { action: 'test', part: 'dreams' },
          { action: 'classify', text: 'a calm lake' },
          { action: 'sendTestMail', changes: {} },
          { action: 'seeStripe', changes: {}, prices },
        ];
        const looked = await Promise.all(looks.map(async (body) => (await ask(body, visitor)).status));
        return [saved.status, download.status, made.status, ...looked];
      };
      // Nothing is set up at Stripe yet.
      expect(await calls()).toEqual([200, 404, 404, 200, 200, 200, 400]);
      await mailed.db.orm.update(loginSessions).set({ provenAt: mailed.clock.now() - 61 * 60_000 });
      expect(await calls()).toEqual([403, 403, 403, 403, 403, 403, 403]);
      expect((await read(visitor)).parts).not.toEqual([]);
    } finally {
      await mailed.stop();
    }
  });

  test('settings of several servers come from the environment', async () => {
    const node = await startProgram({ NODE_URL: 'http://127.0.0.1:1' });
    try {
      const visitor = await signedIn(node);
      const { locked, basis } = await read(visitor);
      expect(locked).toContain('Several servers share this database');
      expect(
        await ask({ action: 'save', part: 'dreams', changes: { HIDDEN_DAYS: '1' }, basis }, visitor),
      ).toMatchObject({ status: 409, json: { error: locked } });
    } finally {
      await node.stop();
    }
  });
});

test(`a change is audited before it is stored, and of two concurrent ones one is stored, on ${dialect}`, async () => {
  const own = await startProgram();
  const boss = await signedIn(own);
  const { orm } = own.db;
  const runs = orm as unknown as Record<'execute' | 'run', (query: SQL) => Promise<unknown>>;
  const run = (statement: string) => runs[dialect === 'postgres' ? 'execute' : 'run'](sql.raw(statement));
  const { basis } = await read(boss);
  const change = (ASR_MODEL: string) =>
    ask({ action: 'save', part: 'helpers', changes: { ASR_MODEL }, basis }, boss);
  await run('ALTER TABLE admin_actions RENAME TO admin_actions_away');
  expect((await change('mine')).status).toBe(500);
  await run('ALTER TABLE admin_actions_away RENAME TO admin_actions');
  expect((await read(boss)).basis).toBe(basis);
  const both = await Promise.all(['mine', 'yours'].map(change));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await orm.$count(adminActions, eq(adminActions.action, 'settings'))).toBe(1);
  await own.stop();
});
