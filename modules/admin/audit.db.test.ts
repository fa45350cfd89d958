import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgram, type TestProgram, type Visitor } from '../../tests/program.ts';
import { users } from '../auth/tables.ts';
import { newId } from '../kit/ids.ts';
import { securityEvents } from '../security-log/tables.ts';
import type { AuditDataAnswer } from './contract/audit.ts';
import { adminActions } from './tables.ts';

let program: TestProgram;
let boss: Visitor;
let began: number;

/** In order, a minute apart: an admin and a user sign in, a role is granted, strangers are refused. */
beforeAll(async () => {
  program = await startProgram();
  began = program.clock.now();
  boss = program.visitor({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }, '203.0.113.1');
  await boss.openLink(await program.adminLink('boss@example.com'));
  program.clock.advance(60_000);
  const ada = program.visitor({}, '203.0.113.2');
  await ada.openLink(await program.adminLink('ada@example.com'));
  program.clock.advance(60_000);
  const userId = (await ada.person())?.id;
  await boss.postJson('/api/admin/user-data', { action: 'updateUserRole', userId, role: 'user' });
  program.clock.advance(60_000);
  const eve = program.visitor({}, '198.51.100.9');
  for (let n = 0; n < 3; n += 1) await eve.get('/api/sessions', { accept: 'application/json' });
  for (let n = 0; n < 2; n += 1) await eve.send('POST', '/auth/link?token=x');
  await program.security.flush();
});
afterAll(() => program.stop());

async function audit(filter: object = {}, page = { page: 1, limit: 20 }): Promise<AuditDataAnswer> {
  const answer = await boss.postJson('/api/admin/audit-data', { action: 'getAudit', ...page, ...filter });
  expect(answer.status).toBe(200);
  return answer.json();
}
const words = ({ entries }: AuditDataAnswer) => entries.map(({ kind, what }) => `${kind}: ${what}`);

const LINES = [
  'admin: Role changed: admin → user',
  'sign-in: link from the console',
  'sign-in: link from the console',
];

test('lists admins’ actions, sign-ins and rejections together, newest first', async () => {
  const all = await audit();
  expect(all.totalCount).toBe(5);
  expect(words(all).slice(0, 2).sort()).toEqual([
    'sign-in-refused: mailed link used, too old or unknown',
    'unauthorized: signed-out, GET /api/sessions',
  ]);
  expect(words(all).slice(2)).toEqual(LINES);
  expect(all.entries.find(({ kind }) => kind === 'unauthorized')).toMatchObject({
    count: 3,
    address: '198.51.100.9',
    person: null,
    by: null,
  });
  expect(all.entries[2]).toMatchObject({
    person: 'ada@example.com',
    by: 'boss@example.com',
    address: '203.0.113.1',
  });
  expect(all.entries[4]).toMatchObject({ person: 'boss@example.com', device: 'Firefox on Linux', by: null });
});

test('is filtered by kind, by person and by time', async () => {
  expect(words(await audit({ kind: 'sign-in' }))).toEqual(LINES.slice(1));
  expect(words(await audit({ kind: 'admin' }))).toEqual(LINES.slice(0, 1));
  expect(words(await audit({ person: 'ADA@' }))).toEqual(LINES.slice(0, 2));
  expect(words(await audit({ person: 'boss@' }))).toEqual([LINES[0], LINES[2]]);
  expect(await audit({ person: '%' })).toEqual({ entries: [], totalCount: 0 });
  const at = (ms: number) => new Date(began + ms).toISOString();
  expect(words(await audit({ after: at(30_000), before: at(150_000) }))).toEqual(LINES.slice(0, 2));
  expect(await audit({ before: at(-60_000) })).toEqual({ entries: [], totalCount: 0 });
});

test('has pages without gaps or overlaps', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => audit({}, { page, limit: 2 })));
  expect(pages.map(({ entries }) => entries.length)).toEqual([2, 2, 1, 0]);
  expect(pages.flatMap(words)).toEqual(words(await audit()));
});

test('finds actions by and on people when many match', async () => {
  const { orm } = program.db;
  const crowd = Array.from({ length: 250 }, (_, n) => {
    const email = `crowd.${n}@example.com`;
    return {
      id: newId(),
      name: 'C',
      email,
      emailKey: email,
      role: 'user' as const,
      createdAt: 0,
      updatedAt: 0,
    };
  });
  await orm.insert(users).values(crowd);
  const [done, suffered] = crowd.map(({ id }) => id);
  const line = { action: 'beta' as const, at: began - 3600_000 };
  await orm.insert(adminActions).values([
    { ...line, id: newId(), actorId: done ?? '', userId: null },
    { ...line, id: newId(), actorId: 'none', userId: suffered ?? null },
    { ...line, id: newId(), actorId: 'none', userId: null },
  ]);
  await orm.insert(securityEvents).values({
    id: newId(),
    at: line.at,
    kind: 'sign-in',
    userId: suffered ?? null,
    detail: 'by a link',
    count: 1,
  });
  const found = await audit({ person: 'Crowd' });
  expect(found.entries.map(({ person, by }) => person ?? by).sort()).toEqual([
    'crowd.0@example.com',
    'crowd.1@example.com',
    'crowd.1@example.com',
  ]);
  expect(found.totalCount).toBe(3);
  for (const table of [adminActions, securityEvents]) await orm.delete(table).where(eq(table.at, line.at));
});

test('rejects unknown fields', async () => {
  for (const wrong of [{ kind: 'all' }, { limit: 101 }, { after: 'yesterday' }, { person: 'a\nb' }]) {
    const answer = await boss.postJson('/api/admin/audit-data', { action: 'getAudit', ...wrong });
    expect(answer.status).toBe(400);
  }
});

test('reads in each operator’s language, in the file too, and what people wrote stays as it is', async () => {
  const [user] = await program.db.orm.select().from(users).where(eq(users.email, 'ada@example.com'));
  const reason = '<i>{reason}</i> \u0002{"code":"constructor","slots":{},"text":"x"}\u0003 “';
  const until = '2099-03-01T00:00Z';
  const asked = { action: 'suspend', userId: user?.id, reason, until };
  expect((await boss.postJson('/api/admin/person-data', asked)).status).toBe(200);
  const [line] = await program.db.orm.select().from(adminActions).limit(1);
  if (!user || !line) throw new Error('nobody is known');
  const old = { id: newId(), at: program.clock.now() + 1, detail: 'A line of an older version' };
  await program.db.orm.insert(adminActions).values({ ...line, ...old, action: 'stop' });
  const read = async (language: string) => {
    const headers = { 'content-type': 'application/json', 'accept-language': language };
    const body = JSON.stringify({ action: 'getAudit', page: 1, limit: 3, kind: 'admin' });
    const answer = await boss.send('POST', '/api/admin/audit-data', { headers, body });
    return ((await answer.json()) as AuditDataAnswer).entries.map(({ what }) => what);
  };
  expect(await read('en')).toEqual([
    'Dream stopped: A line of an older version',
    expect.stringContaining('March 1, 2099 at 00:00 UTC: <i>{reason}</i> x “'),
    'Role changed: admin → user',
  ]);
  expect(await read('en-XA')).toEqual([
    expect.stringMatching(/^⟦.*A line of an older version/),
    expect.stringMatching(/^⟦.*⟦.*<i>\{reason\}<\/i> x “/),
    expect.stringMatching(/⟦ådmîñ [^⟧]*⟧ → ⟦ûsér [^⟧]*⟧/),
  ]);
  const file = await boss.get('/api/admin/export/audit?filter=%7B%7D', { 'accept-language': 'en-XA' });
  const text = await file.text();
  expect(text).toMatch(/⟦ådmîñ [^⟧]*⟧ → ⟦ûsér/);
  expect(text).toContain('⟦Firefox öñ');
});
