import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { testOnce } from '../../../tests/long-test.ts';
import { startMailServer } from '../../../tests/mail-server.ts';
import { startProgram, type TestProgram, type Visitor } from '../../../tests/program.ts';
import { dreams } from '../../dreams/tables.ts';
import { mailLog } from '../../mail/tables.ts';
import { accountTokens } from '../tables.ts';

const DAY = 24 * 3600_000;
let smtp: Awaited<ReturnType<typeof startMailServer>>;
let program: TestProgram;

beforeAll(async () => {
  smtp = await startMailServer();
  program = await startProgram({ SMTP_URL: smtp.url });
  program.jobs.start();
});
afterAll(async () => {
  await program.stop();
  await smtp.stop();
});
let n = 0;
beforeEach(() => {
  n += 1;
});
const at = (name: string) => `${name}.${n}@example.com`;

async function signIn(email: string): Promise<Visitor> {
  const visitor = program.visitor({}, `192.0.2.${n}`);
  await visitor.postForm('/auth/signin', { email });
  expect((await visitor.openLink(smtp.lastTo(email)?.link ?? '')).status).toBe(303);
  return visitor;
}
const ask = (visitor: Visitor, email: string) => visitor.postForm('/settings/address', { email });
const linkTo = (email: string) =>
  smtp
    .lastTo(email)
    ?.raw.replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .match(/http\S*\/auth\/address\?token=[\w-]+/)?.[0] ?? '';
const open = (visitor: Visitor, email: string) => visitor.openLink(linkTo(email));
const idOf = async (visitor: Visitor) => (await visitor.person())?.id ?? '';

describe(`an account's name and address, on ${dialect}`, () => {
  testOnce('people choose their own name; an invalid one is refused with a reason', async () => {
    const ada = await signIn(at('ada'));
    expect((await ada.postForm('/settings/name', { name: ' Ada <b>L</b> ' })).headers.get('location')).toBe(
      '/settings?done=name',
    );
    expect(await (await ada.get('/settings')).text()).toContain('Ada &lt;b&gt;L&lt;/b&gt;');
    for (const name of ['', ' ', 'a'.repeat(101), 'a\u0000b'])
      expect((await ada.postForm('/settings/name', { name })).status).toBe(400);
    await signIn(at('ada'));
    expect(await program.accounts.findUser(await idOf(ada))).toMatchObject({ name: 'Ada <b>L</b>' });
  });

  test('a new address is confirmed by a link, in the requesting session; the old one no longer signs in', async () => {
    const [ada, phone] = [await signIn(at('ada')), await signIn(at('ada'))];
    const id = await idOf(ada);
    expect((await ask(ada, 'no address')).status).toBe(400);
    expect((await ask(ada, at('ADA'))).status).toBe(400);
    expect((await ask(ada, `new.${n}@ＥＸＡＭＰＬＥ.com`)).headers.get('location')).toBe(
      '/settings?done=asked',
    );
    expect((await ada.person())?.email).toBe(at('ada'));
    for (const other of [phone, program.visitor()]) expect((await open(other, at('new'))).status).toBe(403);
    const page = await ada.get(linkTo(at('new')).replace('http://dreams.test', ''));
    expect(await page.text()).toContain(at('new'));
    expect((await open(ada, at('new'))).headers.get('location')).toBe('/settings?done=address');
    expect((await open(ada, at('new'))).status).toBe(410);
    expect((await ada.person())?.email).toBe(at('new'));
    expect(await phone.person()).toBeNull();
    expect(await idOf(await signIn(at('new')))).toBe(id);
    expect(await idOf(await signIn(at('ada')))).not.toBe(id);
    // Mails logged under the old address are erased with the account.
    expect(await program.db.orm.$count(mailLog, eq(mailLog.userId, id))).toBeGreaterThan(1);
    expect(JSON.stringify(await program.db.orm.select().from(accountTokens))).not.toContain(
      linkTo(at('new')).split('=')[1],
    );
  });

  test('another account’s address isn’t revealed, and its owner is notified of the attempt', async () => {
    const [ada, eve] = [await signIn(at('ada')), await signIn(at('eve'))];
    expect((await ask(eve, at('ada'))).headers.get('location')).toBe('/settings?done=asked');
    expect(linkTo(at('ada'))).toBe('');
    expect(smtp.lastTo(at('ada'))?.raw).toContain('already has an account');
    // Another account takes the address after the mail and before the click.
    await ask(eve, at('free'));
    const link = linkTo(at('free'));
    await signIn(at('free'));
    const late = await eve.openLink(link);
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringContaining('This address now has its own account. Nothing was changed.'),
    ]);
    expect([(await ada.person())?.email, (await eve.person())?.email]).toEqual([at('ada'), at('eve')]);
  });

  test('if two people confirm the same address at once, one gets it', async () => {
    const both = [await signIn(at('ada')), await signIn(at('eve'))];
    const links: string[] = [];
    for (const one of both) {
      await ask(one, at('new'));
      links.push(linkTo(at('new')));
    }
    const answers = await Promise.all(both.map((one, index) => one.openLink(links[index] ?? '')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  });

  test('the old address can undo a change and everything a thief did since, even after the thief’s own undo', async () => {
    const [ada, thief] = [await signIn(at('ada')), await signIn(at('ada'))];
    const id = await idOf(ada);
    await ask(thief, at('thief'));
    await open(thief, at('thief'));
    const back = linkTo(at('ada'));
    expect(await ada.person()).toBeNull();
    program.clock.advance(1000);
    await ask(thief, at('second'));
    await open(thief, at('second'));
    const thiefsBack = linkTo(at('thief'));
    await program.accounts.addIdentity({
      issuer: 'https://idp.test',
      subject: at('t'),
      userId: id,
      email: at('second'),
    });
    const passkey = { id: 'thief', userId: id, name: 'Key', publicKey: 'k', counter: 0, transports: [] };
    await program.accounts.addPasskey(passkey);

    const owner = program.visitor();
    expect(await (await owner.get(new URL(back).pathname + new URL(back).search)).text()).toContain(
      'Bring it back',
    );
    expect(await (await owner.openLink(back)).text()).toContain('Your address is back');
    expect(await thief.person()).toBeNull();
    expect((await owner.openLink(thiefsBack)).status).toBe(410);
    expect((await program.accounts.listIdentities(id)).map(({ subject }) => subject)).toEqual([at('ada')]);
    expect(await program.accounts.listPasskeys(id)).toEqual([]);
    expect(await idOf(await signIn(at('ada')))).toBe(id);
    program.clock.advance(8 * DAY);
    expect((await owner.openLink(back)).status).toBe(410);
  });

  testOnce('used trials stay used after an address change', async () => {
    const ada = await signIn(at('ada'));
    await program.db.orm.insert(dreams).values({
      id: `d${n}`,
      userId: await idOf(ada),
      rpJobId: `local-d${n}`,
      jobStatus: 'DONE',
      requestedAt: 1,
      startedAt: 1,
      endedAt: 1,
      chargedAt: 1,
      limitSeconds: 300,
      seed: 1,
    });
    await ask(ada, at('new'));
    await open(ada, at('new'));
    const again = await signIn(at('ada'));
    expect(await (await again.get('/api/stream/check-access')).json()).toMatchObject({ used: 1 });
  });
});
