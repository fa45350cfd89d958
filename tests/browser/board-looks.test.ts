import { expect, type Page } from 'playwright/test';
import { faultsInBothSchemes } from './axe.ts';
import { backOnline } from './back-online.ts';
import { type BoardStage, type Person, startBoardStage } from './board-stage.ts';
import { test } from './shared-page.ts';

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

/**
 * Opens a page for a user or a visitor and checks each of its states: nothing is wider than the window, and axe finds
 * no faults in light and dark.
 */
async function look(page: Page, person?: Person) {
  if (person) await stage.signIn(page.context(), person);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  return {
    async open(address: string) {
      await page.goto(`${stage.url}${address}`);
      await expect(page.locator('[data-status=imported], [data-status=identified]')).toHaveCount(0);
    },
    /** Axe checks the last size, and also the widest if controls differ between sizes. */
    async sound(state: string, atWidest = false) {
      for (const [index, size] of SIZES.entries()) {
        const there = `${state} at ${size.width} px`;
        await page.setViewportSize(size);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, there).toBeLessThanOrEqual(size.width);
        if ((atWidest && index === 0) || index === SIZES.length - 1)
          expect(await faultsInBothSchemes(page), there).toEqual([]);
      }
      expect(errors, state).toEqual([]);
    },
  };
}

test.describe('accessible at three sizes, in light and dark: the board', () => {
  test('as it is', async ({ page }) => {
    const person = await stage.addPerson();
    await stage.addDream(person, { name: 'Low tide' });
    await stage.addDream(person, { startedAt: Date.now() - 9000_000 });
    await stage.addDream(person, {
      serverStatus: 'PROCESSING',
      startedAt: Date.now() - 60_000,
      endedAt: Date.now(),
      files: false,
    });
    const { open, sound } = await look(page, person);
    await open('/dreamboard');
    await expect(page.getByText('compiling your dream')).toBeVisible();
    await sound('board', true);
  });

  test('while dreams are renamed, selected and deleted', async ({ page }) => {
    const person = await stage.addPerson();
    await stage.addDream(person, { name: 'Low tide' });
    await stage.addDream(person);
    const { open, sound } = await look(page, person);
    await open('/dreamboard');
    await page.getByRole('button', { name: 'Rename Low tide' }).click();
    const field = page.getByRole('textbox', { name: 'New name' });
    await page.context().setOffline(true);
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
    await backOnline(page);
  });

  test('behind the help chat', async ({ page }) => {
    const person = await stage.addPerson();
    await stage.addDream(person, { name: 'Low tide' });
    const { open, sound } = await look(page, person);
    await open('/dreamboard');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Help chat' }).click();
    await page.getByRole('textbox', { name: 'Your question' }).fill('How do I share?');
    await page.keyboard.press('Enter');
    await expect(page.locator('.help-bubble').nth(1)).toContainText('Sorry, I encountered an error.');
    await backOnline(page);
    await page.getByRole('textbox', { name: 'Your question' }).fill('How do I share?');
    await page.keyboard.press('Enter');
    await expect(page.locator('.help-bubble').nth(3)).toContainText('Sharing');
    await sound('help chat');
  });

  test('asking for feedback, failing to load, and without a match', async ({ page }) => {
    const person = await stage.addPerson();
    await stage.addDream(person, { name: 'Low tide' });
    const { open, sound } = await look(page, person);
    await open('/terms');
    await page.evaluate(() => localStorage.setItem('feedback-session-id', 'x'));
    await page.route('**/api/sessions?*', (route) => route.fulfill({ status: 500, json: {} }));
    await open('/dreamboard');
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
  });

  test('without dreams', async ({ page }) => {
    const { open, sound } = await look(page, await stage.addPerson());
    await open('/dreamboard');
    await sound('no dreams yet');
  });
});

test.describe('accessible at three sizes, in light and dark: the trash', () => {
  test('full, failing to load and empty', async ({ page }) => {
    const person = await stage.addPerson();
    const hiddenAt = Date.now() - 3600_000;
    await stage.addDream(person, { name: 'Low tide', hiddenAt });
    await stage.addDream(person, { name: 'x'.repeat(120), hiddenAt, files: false });
    await stage.addDream(person, { hiddenAt, files: false });
    const { open, sound } = await look(page, person);
    await open('/trash');
    await expect(page.locator('.trash-row')).toHaveCount(3);
    await sound('trash', true);
    await page.route('**/api/sessions/restore', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Restore Low tide' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await sound('not restored');
    await page.getByRole('button', { name: 'Delete all for good' }).click();
    await sound('the question');
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await expect(page.getByText('The trash is empty.')).toBeVisible();
    await sound('empty trash');
  });
});

test.describe('accessible at three sizes, in light and dark: a dream’s page', () => {
  test('for its owner', async ({ page }) => {
    const person = await stage.addPerson();
    const dream = await stage.addDream(person, { name: 'Low tide', prompts: [['a calm ocean', 0]] });
    await stage.addReply(dream, 'The sea breathes', 2);
    const { open, sound } = await look(page, person);
    await open(`/session?session_id=${dream.id}`);
    await expect(page.getByText('The sea breathes')).toBeVisible();
    await sound('session', true);
    const pencil = page.getByRole('button', { name: 'Rename' });
    await pencil.click();
    await page.getByRole('textbox', { name: 'Name' }).fill('so long a name '.repeat(8));
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    expect((await pencil.boundingBox())?.width).toBe(44);
    await sound('long name');
    await pencil.click();
    await page.getByRole('textbox', { name: 'Name' }).fill(' ');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await page.getByRole('switch', { name: 'Public sharing' }).click();
    await expect(page.getByText('The link is closed.')).toBeVisible();
    await sound('renaming, sharing off');
    await page.getByRole('switch', { name: 'Public sharing' }).click();
    await expect(page.getByText('Anyone with the link can watch.')).toBeVisible();
  });

  test('with errors, or not ready yet', async ({ page }) => {
    const person = await stage.addPerson();
    const dream = await stage.addDream(person, { name: 'Low tide', prompts: [['a calm ocean', 0]] });
    const unfinished = await stage.addDream(person, { files: false, serverStatus: 'PROCESSING' });
    const { open, sound } = await look(page, person);
    await page.route('**/api/conversation?*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.route('**/video', (route) => route.fulfill({ status: 500, body: '' }));
    await page.route(`**/api/sessions/${dream.id}`, (route) => route.fulfill({ status: 500, json: {} }));
    await open(`/session?session_id=${dream.id}`);
    await expect(page.getByText('Error loading transcript')).toBeVisible();
    await expect(page.getByText('Failed to fetch session')).toBeVisible();
    await sound('failures');
    await open(`/session?session_id=${unfinished.id}`);
    await expect(page.getByText('Video not available')).toBeVisible();
    await sound('no video yet');
    // Blocks the page that it would navigate to after two seconds, so that it can be examined.
    await page.route('**/api/download-video/*', (route) =>
      route.request().isNavigationRequest() ? route.abort('aborted') : route.continue(),
    );
    await open('/download?job_id=nothing');
    await expect(page.getByText('Download failed')).toBeVisible();
    await sound('download');
  });

  test('for a visitor, and for an admin once it is reported', async ({ page }) => {
    const [person, admin] = [await stage.addPerson(), await stage.addPerson('admin')];
    const dream = await stage.addDream(person, { name: 'Low tide', prompts: [['a calm ocean', 0]] });
    const { open, sound } = await look(page);
    await open(`/api/d/${dream.id}`);
    await sound('shared', true);
    await page.getByText('Report', { exact: true }).click();
    await sound('report');
    await page.getByRole('radio', { name: 'Hate or harassment' }).check();
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await sound('reported');

    const keeper = await look(page, admin);
    await keeper.open(`/session?session_id=${dream.id}`);
    await expect(page.getByText('Reported once')).toBeVisible();
    await keeper.sound('for an admin');
  });
});
