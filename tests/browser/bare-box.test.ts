import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, type Locator, type Page } from 'playwright/test';
import { users } from '../../modules/auth/tables.ts';
import { readOutbox } from '../outbox.ts';
import { openPeople, type Plan } from '../people.ts';
import { faultsInBothSchemes } from './axe.ts';
import { type BoardStage, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

/** A fresh install: it sells nothing and sends no mail. */
let stage: BoardStage;
let people: Awaited<ReturnType<typeof openPeople>>;
test.beforeAll(async () => {
  stage = await startBoardStage();
  people = await openPeople(stage.server.dataDir);
});
test.afterAll(async () => {
  await people.close();
  await stage.stop();
});
test.use({ viewport: { width: 1440, height: 900 } });

async function signIn(page: Page, plan: Plan, name = 'Ada Lovelace') {
  const user = await people.create(plan, name);
  await page.context().addCookies([await people.cookie(user, stage.url)]);
  return user;
}
const box = (page: Page) => page.getByRole('alertdialog');
async function answer(page: Page, text: string | RegExp) {
  await expect(box(page).locator('p')).toHaveText(text);
  await box(page).getByRole('button', { name: 'OK' }).click();
}

test.describe('without plans for sale', () => {
  const UNCHANGED = 'Nothing was charged. Your plan hasn’t changed: ';
  const PEOPLE: [Plan, string][] = [
    ['trial', 'There is no active subscription on your account, and nothing was charged.'],
    ['basic', `${UNCHANGED}Basic Subscriber.`],
    ['premium', `${UNCHANGED}Premium Subscriber.`],
    ['legacy', `${UNCHANGED}Premium Subscriber.`],
    ['admin', `${UNCHANGED}Administrator.`],
  ];

  test('no page leads people on trial to plans', async ({ page }) => {
    await signIn(page, 'trial');
    const leadsNowhere = async () => {
      await expect(page.locator('a[href^="/checkout"], form[action^="/checkout"]')).toHaveCount(0);
      await expect(page.getByText(/^(Subscribe|View Plans|Upgrade .*|Complete Subscription)$/)).toHaveCount(
        0,
      );
    };
    await page.goto(stage.url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Welcome back, Ada. Your dreamboard awaits.',
    );
    await leadsNowhere();
    await page.goto(`${stage.url}/settings`);
    await expect(page.getByRole('button', { name: 'Manage Billing' })).toHaveCount(0);
    await leadsNowhere();
    await page.goto(`${stage.url}/dreamboard`);
    await leadsNowhere();
    await page.goto(`${stage.url}/cancel`);
    await expect(page.getByRole('heading', { name: 'Subscription Cancelled' })).toBeVisible();
    await expect(page.getByText('Your subscription was not completed.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Dreamboard' })).toHaveAttribute(
      'href',
      '/dreamboard',
    );
    await leadsNowhere();
    expect(await faultsInBothSchemes(page)).toEqual([]);
    for (const address of ['/success', '/success?session_id=cs_test_1']) {
      await page.goto(stage.url + address);
      await expect(page.getByRole('heading', { name: 'No Payment Found' })).toBeVisible();
      await expect(page.getByText(PEOPLE[0]?.[1] ?? '')).toBeVisible();
      await leadsNowhere();
    }
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await page.goto(`${stage.url}/checkout`);
    await expect(page.getByRole('heading', { name: 'Configuration Error' })).toBeVisible();
  });

  // The trial user's test covers the browser. For the other plans, the server's HTML is enough.
  const LINK = /(href|action)="\/checkout/;
  const WORDS = />\s*(Subscribe|View Plans|Upgrade [^<]*|Complete Subscription)\s*</;
  for (const [plan, reported] of PEOPLE.slice(1)) {
    test(`no page leads ${plan} to plans`, async ({ request }) => {
      const { name, value } = await people.cookie(await people.create(plan), stage.url);
      const read = async (path: string) => {
        const answer = await request.get(stage.url + path, { headers: { cookie: `${name}=${value}` } });
        return { url: answer.url(), html: await answer.text() };
      };
      const pages: [string, RegExp[]][] = [
        ['/', [/<h1[^>]*>Welcome back, Ada. Your dreamboard awaits.<\/h1>/]],
        ['/settings', [/<h1[^>]*>Account Settings<\/h1>/]],
        ['/dreamboard', [/data-island="dreamboard"/]],
        [
          '/cancel',
          [
            /<h1[^>]*>Subscription Cancelled<\/h1>/,
            />Your subscription was not completed.</,
            /href="\/dreamboard"[^>]*>(<svg.*?<\/svg>)?Back to Dreamboard</,
          ],
        ],
        ...['/success', '/success?session_id=cs_test_1'].map((path): [string, RegExp[]] => [
          path,
          [/<h1[^>]*>No Payment Found<\/h1>/, new RegExp(`>${reported}<`)],
        ]),
      ];
      for (const [path, words] of pages) {
        const { url, html } = await read(path);
        expect(url).toBe(stage.url + path);
        for (const word of words) expect(html, path).toMatch(word);
        expect(html, path).not.toMatch(LINK);
        expect(html, path).not.toMatch(WORDS);
        expect(html, path).not.toContain('Manage Billing');
      }
      const { url, html } = await read('/checkout');
      if (plan === 'premium' || plan === 'legacy') return expect(url).toBe(`${stage.url}/settings`);
      expect(html).toMatch(/<h1[^>]*>Configuration Error<\/h1>/);
    });
  }

  test('people who have used up their streams aren’t led to plans either', async ({ page }) => {
    await signIn(page, 'trial');
    const error = "You've used all of your free trial streams. Subscribe to continue streaming!";
    await page.route('**/api/stream/connect', (route) =>
      route.fulfill({ status: 403, json: { error, code: 'over-quota' } }),
    );
    await page.goto(`${stage.url}/stream`);
    await expect(page.getByText('Limit Reached')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Upgrade Account' })).toHaveCount(0);
    await expect(page.locator('a[href^="/checkout"]')).toHaveCount(0);
  });

  test('a URL with an extra slash leads to the page', async ({ page }) => {
    await signIn(page, 'trial');
    await page.goto(`${stage.url}/settings/?from=mail`);
    await expect(page).toHaveURL(`${stage.url}/settings?from=mail`);
    await page.goto(`${stage.url}/dreamboard//`);
    await expect(page).toHaveURL(`${stage.url}/dreamboard`);
  });
});

test.describe('without a mail server', () => {
  const NOBODY =
    'No mail server is set up (SMTP_URL). Mails are only written to the outbox in the data folder, and nobody gets them.';
  const outboxOf = async (address: string) =>
    (await readOutbox(stage.server.dataDir)).filter((mail) => mail.includes(`To: ${address}`));
  const modal = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

  async function find(page: Page, words: string) {
    await page.goto(`${stage.url}/admin?view=users`);
    await hydrated(page, 'admin');
    await page.getByPlaceholder('Search by email...').fill(words);
    await page.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(page.getByRole('heading', { name: /^User Management \(\d\)$/ })).toBeVisible();
  }
  async function results(page: Page, count: number) {
    const reported = modal(page, 'Email Results');
    await expect(reported.getByRole('heading', { name: `Written to the outbox: ${count}` })).toBeVisible();
    await expect(reported.getByText(NOBODY)).toBeVisible();
    await expect(page.getByText(/Successful|\bsent\b/)).toHaveCount(0);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await reported.getByRole('button', { name: 'Close' }).click();
  }

  test('a mail to one person says where it is stored instead', async ({ page }) => {
    await signIn(page, 'admin');
    const one = await people.create('trial', 'Unmailed Kim');
    await find(page, one.email);
    await page.getByRole('button', { name: 'Send email to Unmailed Kim' }).click();
    const mail = modal(page, 'Send Email to Unmailed Kim');
    await expect(mail.getByText(NOBODY)).toBeVisible();
    await mail.getByRole('button', { name: 'Solicit Feedback' }).click();
    await mail.getByRole('button', { name: 'Send', exact: true }).click();
    await results(page, 1);
    expect(await outboxOf(one.email)).toHaveLength(1);
  });

  test('a bulk mail says so while it is written and afterwards', async ({ page }) => {
    await signIn(page, 'admin');
    const many = [await people.create('trial', 'Manyone Kim'), await people.create('trial', 'Manytwo Kim')];
    await find(page, 'many');
    await page.getByRole('button', { name: 'Select All (2)' }).click();
    await page.getByRole('button', { name: 'Send Bulk Email' }).click();
    const mail = modal(page, 'Send Email to 2 Users');
    await mail.getByRole('button', { name: 'Solicit Feedback' }).click();
    await mail.getByRole('button', { name: 'Send 2 Emails' }).click();
    await expect(mail.getByText(/^✅ \d written to the outbox ❌ 0 failed$/)).toBeVisible();
    await results(page, 2);
    for (const { email } of many) expect(await outboxOf(email)).toHaveLength(1);
  });

  test('the beta is granted, and its welcome mail is in the outbox', async ({ page }) => {
    await signIn(page, 'admin');
    const one = await people.create('trial', 'Betabare Kim');
    await find(page, one.email);
    await page.getByRole('button', { name: 'Add Betabare Kim to beta' }).click();
    await answer(page, 'Add Betabare Kim to the beta and send them a welcome email?');
    await answer(
      page,
      '✅ Betabare Kim is in the beta now. No mail server is set up (SMTP_URL), so the welcome email stays in the outbox.',
    );
    expect(await outboxOf(one.email)).toHaveLength(1);
    expect((await people.store.findUser(one.id))?.role).toBe('subscribed');
  });
});

test('an avatar that fails to load reveals the icon behind it', async ({ page }) => {
  const admin = await signIn(page, 'admin', 'Pictured Kim');
  const gone = (id: string) => ({ thumbnailKey: `dreams/${id}/thumbnail.jpg`, files: false });
  const owner = { id: admin.id, token: '' };
  await stage.addDream(owner, { name: 'Lost', ...gone('lost') });
  const odd = await stage.addDream(owner, { name: 'Odd' });
  await stage.setThumbnail(odd, Buffer.from('no picture'));
  await stage.addDream(owner, { name: 'Deleted', hiddenAt: Date.now(), ...gone('deleted') });
  const picture = `/api/avatars/${admin.id}/${'0'.repeat(32)}.webp`;
  await people.db.orm.update(users).set({ picture }).where(eq(users.id, admin.id));

  const showsIcon = async (place: Locator) => {
    await expect(place.locator('img')).toHaveAttribute('data-broken', '');
    await expect(place.locator('img')).toBeHidden();
    await expect(place.locator('.icon').first()).toBeVisible();
  };
  await page.goto(`${stage.url}/dreamboard`);
  for (const name of ['Lost', 'Odd']) {
    await showsIcon(page.locator('.tile').filter({ hasText: name }).locator('.tile-picture'));
  }
  await showsIcon(page.locator('header .avatar'));
  await page.goto(`${stage.url}/trash`);
  await showsIcon(page.locator('.trash-row').first());
  await page.goto(`${stage.url}/settings`);
  await showsIcon(page.locator('main .avatar'));
  await page.goto(`${stage.url}/admin?view=users`);
  const row = page.getByRole('row').filter({ hasText: 'Pictured Kim' });
  await expect(row.locator('img')).toBeHidden();
  await expect(row.getByText('P', { exact: true })).toBeVisible();

  // An image that appears later replaces the initial again.
  const file = join(stage.server.dataDir, 'media/dreams', odd.id, 'thumbnail.jpg');
  await page.goto(`${stage.url}/dreamboard`);
  const image = page.locator('.tile').filter({ hasText: 'Odd' }).locator('img');
  await expect(image).toBeHidden();
  await writeFile(file, Buffer.from(ONE_PIXEL, 'base64'));
  await image.evaluate((element: HTMLImageElement) => {
    element.src = `${element.src}?again`;
  });
  await expect(image).toBeVisible();
});

const ONE_PIXEL =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';

test('an operator sees what is set up and what is missing, tests each part, and gets a test mail', async ({
  page,
}) => {
  const user = await signIn(page, 'admin');
  await page.goto(`${stage.url}/admin?view=setup`);
  await expect(page.getByRole('heading', { name: 'Set-up (7 of 11)' })).toBeVisible();
  const part = (title: string) =>
    page.locator('.setup-part').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(part('Mail')).toContainText('Mails are written to DATA_DIR/outbox and reach no one.');
  await expect(part('Mail')).toContainText('SMTP_URL');
  await expect(part('Plans')).toContainText('Set up');
  await expect(part('Engine')).toContainText('Dreams wait for workers that connect.');
  await expect(part('Engine').getByRole('link')).toHaveAttribute('href', '/connect-gpu');

  for (const [title, reported] of [
    [
      'Mail',
      /Check this: mails are written to files in DATA_DIR\/outbox and not sent to anyone\..*Set SMTP_URL/,
    ],
    ['Database and files', /Works: /],
    ['Engine', /Works: |Check this: /],
  ] as const) {
    await page.getByRole('button', { name: `Test: ${title}` }).press('Enter');
    await expect(part(title).getByRole('status')).toHaveText(reported, { timeout: 60_000 });
  }
  await part('Mail').getByRole('button', { name: 'Send a test mail' }).press('Enter');
  await expect(part('Mail').getByRole('status')).toContainText(
    `a mail to ${user.email} is stored in DATA_DIR/outbox`,
  );
  const mails = await readOutbox(stage.server.dataDir);
  expect(mails.some((mail) => mail.includes(user.email) && mail.includes('A test of the mails of'))).toBe(
    true,
  );
  expect(await faultsInBothSchemes(page)).toEqual([]);

  for (const size of [
    [390, 844],
    [844, 390],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width: size[0], height: size[1] });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(tooWide, `${size}`).toBe(false);
  }
});
