import { type Browser, expect, type Page, test } from 'playwright/test';
import { faultsOf } from './axe.ts';
import { type BoardStage, type Person, startBoardStage } from './board-stage.ts';

let stage: BoardStage;
test.beforeAll(async () => {
  stage = await startBoardStage();
});
test.afterAll(() => stage.stop());

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

for (const colorScheme of ['dark', 'light'] as const) {
  /** A page of somebody's, and what is asked of each of its states: axe is content, and nothing is wider than the window. */
  async function look(browser: Browser, person: Person | null) {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    if (person) await stage.signIn(context, person);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    /** Where controls differ from size to size, axe looks at each; else at the last. */
    const sound = async (state: string, atEach = false) => {
      for (const [index, size] of SIZES.entries()) {
        const there = `${state} at ${size.width} px`;
        await page.setViewportSize(size);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, there).toBeLessThanOrEqual(size.width);
        if (atEach || index === SIZES.length - 1) expect(await faultsOf(page), there).toEqual([]);
      }
      expect(errors, state).toEqual([]);
    };
    return { page, sound };
  }
  async function open(page: Page, address: string) {
    await page.goto(`${stage.url}${address}`);
    await expect(page.locator('[data-status=imported], [data-status=identified]')).toHaveCount(0);
  }

  test(`every state of the board is sound at three sizes, ${colorScheme}`, async ({ browser }) => {
    const person = await stage.addPerson();
    await stage.addDream(person, { name: 'Low tide' });
    await stage.addDream(person, { startedAt: Date.now() - 9000_000 });
    const startedAt = Date.now() - 60_000;
    await stage.addDream(person, {
      serverStatus: 'PROCESSING',
      startedAt,
      endedAt: Date.now(),
      files: false,
    });
    const { page, sound } = await look(browser, person);
    const offline = (off: boolean) => page.context().setOffline(off);

    await open(page, '/dreamboard');
    await expect(page.getByText('compiling your dream')).toBeVisible();
    await sound('board', true);
    await page.getByRole('button', { name: 'Rename Low tide' }).click();
    const field = page.getByRole('textbox', { name: 'New name' });
    await offline(true);
    await field.fill('High tide');
    await field.press('Enter');
    await expect(page.getByText('Failed to update name')).toBeVisible();
    await field.fill(' ');
    await field.press('Enter');
    await expect(page.getByText('Name cannot be empty')).toBeVisible();
    await sound('rename');
    await field.press('Escape');
    await page.getByRole('button', { name: 'Select dreams' }).click();
    await page.getByRole('checkbox', { name: 'Select Low tide' }).check();
    await sound('selection', true);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.locator('.banner')).toContainText('Failed to delete item. Please try again.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More for Low tide' }).click();
    await expect(page.getByRole('dialog', { name: 'Actions for Low tide' })).toBeVisible();
    await sound('menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help chat' }).click();
    await page.getByRole('textbox', { name: 'Your question' }).fill('How do I share?');
    await page.keyboard.press('Enter');
    await expect(page.locator('.help-bubble').nth(1)).toContainText('Sorry, I encountered an error.');
    await offline(false);
    await page.getByRole('textbox', { name: 'Your question' }).fill('How do I share?');
    await page.keyboard.press('Enter');
    await expect(page.locator('.help-bubble').nth(3)).toContainText('Sharing');
    await sound('help chat');
    await page.keyboard.press('Escape');

    await page.evaluate(() => localStorage.setItem('feedback-session-id', 'x'));
    await page.route('**/api/sessions?*', (route) => route.fulfill({ status: 500, json: {} }));
    await open(page, '/dreamboard');
    await expect(page.getByText('Failed to fetch sessions')).toBeVisible();
    await page.getByRole('radio', { name: '2 stars' }).check({ force: true });
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('No dream was found')).toBeVisible();
    await sound('feedback');
    await page.keyboard.press('Escape');
    await sound('failed reading');
    await page.unroute('**/api/sessions?*');
    await page.getByRole('searchbox').fill('nothing like this');
    await expect(page.getByText('No dream mentions “nothing like this”.')).toBeVisible();
    await sound('nothing found');
    await page.context().close();

    const newcomer = await look(browser, await stage.addPerson());
    await open(newcomer.page, '/dreamboard');
    await newcomer.sound('no dreams yet');
    await newcomer.page.context().close();
  });

  test(`every state of a dream’s page is sound at three sizes, ${colorScheme}`, async ({ browser }) => {
    const [person, admin] = [await stage.addPerson(), await stage.addPerson('admin')];
    const dream = await stage.addDream(person, { name: 'Low tide', prompts: [['a calm ocean', 0]] });
    await stage.addReply(dream, 'The sea breathes', 2);
    const unfinished = await stage.addDream(person, { files: false, serverStatus: 'PROCESSING' });
    const { page, sound } = await look(browser, person);

    await open(page, `/session?session_id=${dream.id}`);
    await expect(page.getByText('The sea breathes')).toBeVisible();
    await sound('session', true);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(' ');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await page.getByRole('switch', { name: 'Public sharing' }).click();
    await expect(page.getByText('The link is closed.')).toBeVisible();
    await sound('renaming, sharing off');
    await page.getByRole('switch', { name: 'Public sharing' }).click();
    await expect(page.getByText('Anybody with the link can watch.')).toBeVisible();
    await page.route('**/api/conversation?*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.route('**/video', (route) => route.fulfill({ status: 500, body: '' }));
    await page.route(`**/api/sessions/${dream.id}`, (route) => route.fulfill({ status: 500, json: {} }));
    await open(page, `/session?session_id=${dream.id}`);
    await expect(page.getByText('Error loading transcript')).toBeVisible();
    await expect(page.getByText('Failed to fetch session')).toBeVisible();
    await sound('failures');
    await open(page, `/session?session_id=${unfinished.id}`);
    await expect(page.getByText('Video not available')).toBeVisible();
    await sound('no video yet');
    await open(page, '/download?job_id=nothing');
    await expect(page.getByText('Download failed')).toBeVisible();
    await sound('download');
    await page.context().close();

    const visitor = await look(browser, null);
    await open(visitor.page, `/api/d/${dream.id}`);
    await visitor.sound('shared', true);
    await visitor.page.getByRole('button', { name: 'Report' }).click();
    await visitor.sound('report');
    await visitor.page.getByRole('radio', { name: 'Hate or harassment' }).check();
    await visitor.page.getByRole('button', { name: 'Send report' }).click();
    await expect(visitor.page.getByText('Thank you.')).toBeVisible();
    await visitor.sound('reported');
    await visitor.page.context().close();

    const keeper = await look(browser, admin);
    await open(keeper.page, `/session?session_id=${dream.id}`);
    await expect(keeper.page.getByText('Reported once')).toBeVisible();
    await keeper.sound('for an admin');
    await keeper.page.context().close();
  });
}
