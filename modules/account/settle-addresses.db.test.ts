import { eq, getTableName, is, type SQL, sql, Table } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { readMigrations } from '../../db/migrations.ts';
import { startProgram, type TestProgram } from '../../tests/program.ts';
import * as adminTables from '../admin/tables.ts';
import * as authTables from '../auth/tables.ts';
import * as billingTables from '../billing/tables.ts';
import { COLLECTION_NAME_MAX } from '../dreams/contract/limits.ts';
import { nameKey } from '../dreams/contract/sort.ts';
import * as dreamTables from '../dreams/tables.ts';
import * as helpTables from '../help/tables.ts';
import * as mailTables from '../mail/tables.ts';
import * as profileTables from '../profiles/tables.ts';
import * as securityTables from '../security-log/tables.ts';

const { identities, users } = authTables;
const TIMEOUTS = { timeout: 20_000, interval: 20 };
let program: TestProgram;
beforeEach(async () => {
  program = await startProgram();
});
afterEach(() => program.stop());

/** An account as earlier versions stored it, under the address as it was typed. */
async function early(email: string, dreams: number): Promise<string> {
  const { orm } = program.db;
  program.clock.advance(1000);
  const user = await program.accounts.createUser({ name: 'Ada', email, picture: null, role: 'user' });
  const subject = email.toLowerCase();
  await program.accounts.addIdentity({ issuer: 'email', subject, userId: user.id, email });
  const now = program.clock.now();
  for (let made = 0; made < dreams; made += 1) {
    const id = `${user.id}-${made}`;
    await orm.insert(dreamTables.dreams).values({
      ...{ id, userId: user.id, rpJobId: `local-${id}`, jobStatus: 'DONE', requestedAt: now, startedAt: now },
      ...{ endedAt: now, chargedAt: now, limitSeconds: 300, seed: 1 },
    });
    await orm.insert(dreamTables.bookmarks).values({ dreamId: id, userId: user.id, createdAt: now });
    await orm.insert(dreamTables.feedback).values({ dreamId: id, userId: user.id, stars: 5, createdAt: now });
  }
  await orm.insert(authTables.activeDays).values({ userId: user.id, day: 1 });
  await orm.insert(helpTables.helpConversations).values({
    ...{ id: `help ${user.id}`, userId: user.id, createdAt: now, lastUsedAt: now },
  });
  await orm.insert(adminTables.personNotes).values({
    ...{ id: `note ${user.id}`, userId: user.id, at: now, actorId: 'x', text: 'asked for an invoice' },
  });
  await orm.insert(mailTables.mailLog).values({
    ...{ id: `mail ${user.id}`, kind: 'test', toAddress: email, userId: user.id, subject: 'Hello' },
    ...{ state: 'sent', createdAt: now },
  });
  return user.id;
}

const LONGEST = 'n'.repeat(COLLECTION_NAME_MAX);

/** A profile that shows one of two collections, whose names others may have as well. */
async function profileOf(userId: string, handle: string): Promise<void> {
  const { orm } = program.db;
  const row = { userId, createdAt: 1 };
  for (const name of ['Seas', LONGEST])
    await orm.insert(dreamTables.collections).values({
      ...{ ...row, id: `${name[0]} of ${userId}`, name, nameKey: nameKey(name) ?? '' },
    });
  await orm
    .insert(dreamTables.collectionDreams)
    .values({ collectionId: `S of ${userId}`, dreamId: `${userId}-0`, position: 1, addedAt: 1 });
  await orm.insert(profileTables.handles).values({ key: handle, userId, takenAt: 1 });
  await orm
    .insert(profileTables.profiles)
    .values({ userId, handle, open: true, collectionId: `S of ${userId}`, changedAt: 1 });
  await orm.insert(profileTables.profileReports).values({
    ...{ id: `report ${userId}`, profileId: userId, reason: 'other', locale: 'en', createdAt: 1 },
  });
}

/** Runs this version's migration. */
async function upgrade(): Promise<void> {
  const [migration] = readMigrations(dialect).filter(({ tag }) => tag.endsWith('settled-addresses'));
  const runs = program.db.orm as unknown as Record<'execute' | 'run', (query: SQL) => Promise<unknown>>;
  for (const statement of migration?.statements ?? [])
    await runs[dialect === 'postgres' ? 'execute' : 'run'](sql.raw(statement));
}

const settle = () =>
  program.schedules.find(({ name }) => name === 'settle-addresses')?.run(new AbortController().signal);

const subjectsOf = async (userId: string) =>
  (await program.db.orm.select().from(identities).where(eq(identities.userId, userId))).map(
    ({ subject }) => subject,
  );
const dreamsOf = async (userId: string) =>
  program.db.orm.$count(dreamTables.dreams, eq(dreamTables.dreams.userId, userId));

describe(`addresses of an earlier version, on ${dialect}`, () => {
  test('get one spelling, along with their mails and anonymous opt-outs', async () => {
    const id = await early('y@ＥＸＡＭＰＬＥ.org', 1);
    const plain = await early('Ada@Example.com', 1);
    await program.db.orm.insert(mailTables.mailOptOuts).values({ code: 'y@ｅｘａｍｐｌｅ.org', at: 1 });
    await upgrade();
    await settle();
    expect(await program.accounts.findUser(id)).toMatchObject({ email: 'y@example.org' });
    expect(await subjectsOf(id)).toEqual(['y@example.org']);
    expect(await program.accounts.findUser(plain)).toMatchObject({ email: 'Ada@Example.com' });
    const mails = await program.db.orm.select().from(mailTables.mailLog);
    expect(mails.map(({ toAddress }) => toAddress).toSorted()).toEqual(['Ada@Example.com', 'y@example.org']);
    expect(await program.db.orm.select().from(mailTables.mailOptOuts)).toEqual([
      { code: program.kit.traceOf('opt-out', 'y@example.org'), at: 1 },
    ]);
  });

  test('of one mailbox are merged into one account with all dreams', async () => {
    const first = await early('y@bücher.example', 2);
    const second = await early('y@xn--bcher-kva.example', 3);
    const third = await early('y@BU\u0308CHER.example', 1);
    await program.db.orm.insert(billingTables.stripeCustomers).values({
      ...{ userId: third, idempotencyKey: 'k', customerId: 'cus_3', readingsBegun: 0, readingWritten: 0 },
      createdAt: 1,
    });
    for (const [index, id] of [first, second, third].entries()) await profileOf(id, `ada${index}`);
    await program.accounts.suspend(second, { reason: 'Spam.', until: null }, []);
    await upgrade();
    await settle();
    // The paying account survives.
    expect(await dreamsOf(third)).toBe(6);
    expect(await subjectsOf(third)).toEqual(['y@bücher.example']);
    expect(await program.accounts.suspensionOf(third)).toMatchObject({ reason: 'Spam.' });
    const events = await program.db.orm.select().from(securityTables.securityEvents);
    expect(events.filter(({ userId }) => userId === third).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^merged with another account of the same mailbox/),
      expect.stringMatching(/^merged with another account of the same mailbox/),
    ]);
    // Its own profile stays. The others' handles remain this person's, and nothing that they had collected is lost.
    const { orm } = program.db;
    expect(await orm.select().from(profileTables.profiles)).toMatchObject([
      { userId: third, handle: 'ada2' },
    ]);
    const ofThird = { userId: third };
    expect(await orm.select().from(profileTables.handles)).toMatchObject([ofThird, ofThird, ofThird]);
    const names = (await orm.select().from(dreamTables.collections)).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('S')).sort()).toEqual(['Seas', 'Seas (2)', 'Seas (3)']);
    expect(new Set(names).size).toBe(6);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(COLLECTION_NAME_MAX);
    program.jobs.start();
    for (const gone of [first, second])
      await vi.waitFor(async () => expect(await program.accounts.findUser(gone)).toBeNull(), TIMEOUTS);
    expect(await dreamsOf(third)).toBe(6);
    expect(await orm.$count(dreamTables.collectionDreams)).toBe(3);
    expect(await orm.select().from(profileTables.profileReports)).toHaveLength(3);
    const modules = [
      adminTables,
      authTables,
      billingTables,
      dreamTables,
      helpTables,
      mailTables,
      profileTables,
      securityTables,
    ];
    for (const table of modules.flatMap((one) => Object.values(one).filter((value) => is(value, Table)))) {
      const name = getTableName(table);
      const rows = JSON.stringify(await program.db.orm.select().from(table as typeof users));
      if (!['users', 'account_changes'].includes(name))
        for (const gone of [first, second]) expect(rows, name).not.toContain(`"userId":"${gone}"`);
    }
    // A second run changes nothing.
    await settle();
    expect(await dreamsOf(third)).toBe(6);
  });

  test('keep given plans and admin roles, and leave closed accounts separate', async () => {
    const [plain, given] = [await early('a@faß.example', 1), await early('a@xn--fa-hia.example', 1)];
    const giftee = await program.accounts.findUser(given);
    if (!giftee) throw new Error('no such person');
    const until = program.clock.now() + 1_000_000;
    const why = { source: 'admin', actorId: null, reason: 'a gift', until } as const;
    await program.accounts.changeAccount(giftee, { role: 'subscribed', tier: 'premium' }, why);
    const [open, closed] = [await early('b@faß.example', 1), await early('b@xn--fa-hia.example', 2)];
    await program.accounts.setErasure(closed, program.clock.now() + 1_000_000);
    // As suspended by a version that stored no codes for suspensions.
    await program.accounts.suspend(closed, { reason: 'Spam.', until: null }, []);
    const [, boss] = [await early('c@faß.example', 1), await early('c@xn--fa-hia.example', 1)];
    await program.db.orm.update(users).set({ role: 'admin' }).where(eq(users.id, boss));
    await upgrade();
    await settle();
    expect(await program.accounts.findUser(plain)).toMatchObject({
      role: 'subscribed',
      subscriptionTier: 'premium',
    });
    expect(await program.accounts.lastGiven(plain)).toMatchObject({ until });
    expect([await dreamsOf(open), await dreamsOf(closed)]).toEqual([1, 2]);
    expect(await subjectsOf(open)).toEqual(['b@faß.example']);
    expect(await subjectsOf(closed)).toEqual([]);
    expect(await program.db.orm.$count(authTables.suspensionTraces)).toBeGreaterThan(0);
    expect([await dreamsOf(boss), await subjectsOf(boss)]).toEqual([2, ['c@faß.example']]);
  });

  test('are left unchanged if something fails, and retried', async () => {
    const [first, second] = [await early('y@bücher.example', 1), await early('y@xn--bcher-kva.example', 1)];
    const active = { jobStatus: 'RUNNING' } as const;
    for (const id of [first, second])
      await program.db.orm.update(dreamTables.dreams).set(active).where(eq(dreamTables.dreams.userId, id));
    await upgrade();
    await settle();
    expect([await dreamsOf(first), await dreamsOf(second)]).toEqual([1, 1]);
    expect(program.log()).toContain('address not settled');
    await program.db.orm.update(dreamTables.dreams).set({ jobStatus: 'DONE' });
    await settle();
    expect(await dreamsOf(first)).toBe(2);
  });
});
