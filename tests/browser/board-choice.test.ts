import { eq } from 'drizzle-orm';
import { expect } from 'playwright/test';
import { dreams } from '../../modules/dreams/tables.ts';
import { backOnline } from './back-online.ts';
import {
  type BoardStage,
  banner,
  DESKTOP,
  hours,
  namesOf,
  openBoard,
  PHONE,
  startBoardStage,
  tile,
  visit,
} from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

let stage: BoardStage;
test.beforeAll(async () => {
  stage = await startBoardStage();
});
test.afterAll(() => stage.stop());
test.use({
  viewport: DESKTOP,
  permissions: ['clipboard-read', 'clipboard-write'],
});

test('the right mouse button selects in a wide window; several dreams are bookmarked and deleted, or some of them', async ({
  page,
}) => {
  const person = await stage.addPerson();
  for (const [index, name] of ['One', 'Two', 'Three', 'Away', 'Kept'].entries()) {
    await stage.addDream(person, { name, startedAt: hours(index + 1), files: false });
  }
  await stage.signIn(page.context(), person);
  await openBoard(stage, page);
  const bar = page.getByRole('region', { name: 'Selection' });
  await tile(page, 'One').click({ button: 'right' });
  await expect(bar).toContainText('1 selected');
  await tile(page, 'Two').locator('.tile-link').click();
  await expect(bar).toContainText('2 selected');
  await expect(page.getByRole('checkbox', { name: 'Select Two' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Select Three' }).check();
  await page.getByRole('checkbox', { name: 'Select Three' }).uncheck();
  await bar.getByRole('button', { name: 'Bookmark' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'Bookmark One' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Bookmark Two' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Bookmark Three' })).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('button', { name: 'Select dreams' }).click();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();

  const remove = async (status: number, json: object, text: string, ...names: string[]) => {
    await page.route('**/api/sessions/hide', (route) => route.fulfill({ status, json }));
    for (const name of names) await tile(page, name).click({ button: 'right' });
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect(banner(page)).toContainText(text);
    expect(await namesOf(page)).toEqual(['One', 'Two', 'Three', 'Away', 'Kept']);
    await page.unroute('**/api/sessions/hide');
    await page.keyboard.press('Escape');
  };
  await remove(500, { error: 'The disk is full.' }, 'The disk is full.', 'One');
  await remove(500, {}, 'Failed to hide session(s)', 'One');
  await page.context().setOffline(true);
  await tile(page, 'One').click({ button: 'right' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(banner(page)).toContainText('Failed to delete item. Please try again.');
  await tile(page, 'Two').click({ button: 'right' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(banner(page)).toContainText('Failed to delete items. Please try again.');
  await backOnline(page);

  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['Three', 'Away', 'Kept']);
  await expect(page.getByText('2 dreams deleted')).toBeAttached();

  // After a partial deletion, only dreams that were really hidden disappear.
  await page.route('**/api/sessions/hide', async (route) => {
    const { session_ids } = route.request().postDataJSON() as { session_ids: string[] };
    await expect(page.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
    expect(await namesOf(page)).toHaveLength(3);
    const real = await route.fetch({ postData: { session_ids: session_ids.slice(0, 1) } });
    const { hidden_count } = (await real.json()) as { hidden_count: number };
    await route.fulfill({ json: { hidden_count, requested_count: 2 } });
  });
  for (const name of ['Away', 'Kept']) await tile(page, name).click({ button: 'right' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['Three', 'Kept']);
});

test('a deletion is undone by Undo or from the trash, and made final there', async ({ page }) => {
  const person = await stage.addPerson();
  for (const [index, name] of ['One', 'Two', 'Three'].entries())
    await stage.addDream(person, { name, startedAt: hours(index + 1), files: index === 0 });
  await stage.signIn(page.context(), person);
  await openBoard(stage, page);
  const remove = async (...names: string[]) => {
    for (const name of names) await tile(page, name).click({ button: 'right' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(/^\d dreams? deleted$/)).toBeVisible();
  };
  await remove('One', 'Two');
  await expect.poll(() => namesOf(page)).toEqual(['Three']);
  const undo = page.getByRole('button', { name: 'Undo' });
  await page.route('**/api/sessions/restore', (route) => route.abort());
  await undo.click();
  await expect(page.getByText('Failed to restore. Please try again.')).toBeVisible();
  await page.unroute('**/api/sessions/restore');
  await undo.press('Enter');
  await expect.poll(() => namesOf(page)).toEqual(['One', 'Two', 'Three']);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();

  await remove('One', 'Two', 'Three');
  await expect(page.getByText('Share your thoughts. See them emerge.')).toBeVisible();
  await page.getByRole('status').getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveURL(`${stage.url}/trash`);
  const rows = page.locator('.trash-row');
  await expect(rows).toHaveCount(3);
  await expect(rows.first().getByText('Gone for good on')).toBeVisible();
  await expect
    .poll(() => page.locator('.trash-row img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await hydrated(page, 'trash');
  await page.getByRole('button', { name: 'Restore One' }).press('Enter');
  await expect(page.getByText('1 dream is back on your dreamboard')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Two for good' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Delete this dream for good? This can’t be undone.');
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete all for good' }).click();
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  // Permanent deletion doesn't wait for the nightly job.
  const left = async () => {
    const rows = await stage.db.orm.select().from(dreams).where(eq(dreams.userId, person.id));
    return rows.map(({ name }) => name);
  };
  await expect.poll(left).toEqual(['One']);
  await page.reload();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await page.getByRole('link', { name: 'Dreamboard' }).first().click();
  await expect.poll(() => namesOf(page)).toEqual(['One']);
});

test('a second deletion can be undone for as long as the first', async ({ page }) => {
  const person = await stage.addPerson();
  for (const name of ['One', 'Two', 'Three']) await stage.addDream(person, { name, files: false });
  await stage.signIn(page.context(), person);
  await page.clock.install();
  await openBoard(stage, page);
  const remove = async (name: string) => {
    await tile(page, name).click({ button: 'right' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(tile(page, name)).toHaveCount(0);
  };
  const notice = page.getByText('1 dream deleted');
  await remove('One');
  await expect(notice).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(10_000);
  await remove('Two');
  await page.mouse.move(0, 0);
  await page.clock.runFor(6_000);
  await expect(notice).toBeVisible();
  await page.clock.runFor(7_000);
  await expect(notice).toBeHidden();
});

test('below 1024 px the right mouse button opens a menu', async ({ page }) => {
  const person = await stage.addPerson();
  const { id, jobId } = await stage.addDream(person, { name: 'Narrow', files: false });
  await page.setViewportSize({ width: 1000, height: 800 });
  await stage.signIn(page.context(), person);
  await openBoard(stage, page);
  const menu = page.getByRole('dialog', { name: 'Actions for Narrow' });
  await tile(page, 'Narrow').click({ button: 'right' });
  await expect(menu.getByRole('link', { name: 'Open in new tab' })).toHaveAttribute(
    'href',
    `/session?job_id=${jobId}`,
  );
  const opened = page.context().waitForEvent('page');
  await menu.getByRole('link', { name: 'Open in new tab' }).click();
  await expect((await opened).getByRole('heading', { name: 'Narrow' })).toBeVisible();
  await (await opened).close();

  await tile(page, 'Narrow').click({ button: 'right' });
  await menu.getByRole('button', { name: 'Copy link' }).click();
  await expect(menu.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${stage.url}/session?session_id=${id}`,
  );
  await expect(menu).toBeHidden();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    document.execCommand = () => false;
  });
  await tile(page, 'Narrow').click({ button: 'right' });
  await menu.getByRole('button', { name: 'Copy link' }).click();
  await expect(menu.getByRole('button', { name: 'Copying failed' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: 'More for Narrow' }).click();
  await menu.getByRole('button', { name: 'Bookmark' }).click();
  await expect(tile(page, 'Narrow').getByText('Bookmarked')).toBeAttached();
  await page.getByRole('button', { name: 'More for Narrow' }).click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  // At the pointer in right-to-left pages, too.
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await tile(page, 'Narrow').click({ button: 'right', position: { x: 30, y: 30 } });
  const left = (await tile(page, 'Narrow').boundingBox())?.x ?? 0;
  expect(Math.abs(((await menu.boundingBox())?.x ?? 0) - left - 30)).toBeLessThan(2);
});

test('holding a finger still for half a second selects; moving it doesn’t', async ({ browser }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'Touched', files: false });
  const page = await visit(stage, browser, person, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
  });
  await page.clock.install();
  await openBoard(stage, page);
  const box = await tile(page, 'Touched').locator('.tile-link').boundingBox();
  if (!box) throw new Error('the tile is not in the page');
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx = 0, dy = 0) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 60 + dx, y: box.y + 60 + dy }],
    });
  const bar = page.getByRole('region', { name: 'Selection' });

  await touch('touchStart');
  for (const far of [6, 12, 16]) await touch('touchMove', 0, far);
  await page.clock.runFor(600);
  await touch('touchEnd');
  await expect(bar).toBeHidden();

  // Browsers hold back small moves at first, so a quick one is tested separately.
  const quick = (type: string, x: number) =>
    tile(page, 'Touched')
      .locator('.tile-body')
      .evaluate(
        (target, [name, clientX]) => {
          const touches = [new Touch({ identifier: 1, target, clientX: clientX as number, clientY: 300 })];
          target.dispatchEvent(new TouchEvent(name as string, { touches, bubbles: true }));
        },
        [type, x],
      );
  await quick('touchstart', 100);
  await quick('touchmove', 111);
  await page.clock.runFor(600);
  await expect(bar).toBeHidden();

  // Less than a request's timeout; otherwise one in flight would be aborted, and its banner would move the tile.
  await page.clock.pauseAt(Date.now() + 5_000);
  await touch('touchStart');
  await touch('touchMove', 4, 4);
  await page.clock.runFor(450);
  await expect(bar).toBeHidden();
  await page.clock.runFor(60);
  await expect(bar).toContainText('1 selected');
  await touch('touchEnd');
  expect(await page.evaluate(() => (window as unknown as { felt: unknown[] }).felt)).toEqual([50]);
  // The click that ends a long press neither opens the dream nor deselects it.
  await expect(bar).toContainText('1 selected');
  expect(page.url()).toContain('/dreamboard');
  await page.context().close();
});

test('everything on the board can be done by keyboard', async ({ page }) => {
  const person = await stage.addPerson();
  for (const [index, name] of ['One', 'Two', 'Three'].entries()) {
    await stage.addDream(person, { name, startedAt: hours(index + 1), files: false });
  }
  await stage.signIn(page.context(), person);
  await openBoard(stage, page);
  const { keyboard } = page;
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
  /** Tabs until the focused element has this text. */
  const tabTo = async (words: string) => {
    for (let step = 0; step < 40 && !(await focused()).includes(words); step += 1) {
      await keyboard.press('Tab');
    }
    expect(await focused()).toContain(words);
  };

  await tabTo('Select dreams');
  await keyboard.press('Enter');
  await tabTo('Select One');
  await keyboard.press('Space');
  await tabTo('Select Three');
  await keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('2 selected');
  // The toolbar comes before the dreams in tab order, however many there are, with one stop per control.
  for (const stop of ['Select Two', 'Select One', 'Delete']) {
    await keyboard.press('Shift+Tab');
    expect(await focused()).toContain(stop);
  }
  await keyboard.press('Enter');
  await expect.poll(() => namesOf(page)).toEqual(['Two']);
  await tabTo('Undo');

  await keyboard.press('Home');
  await tabTo('Bookmark Two');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Bookmark Two' })).toHaveAttribute('aria-pressed', 'true');
  await tabTo('Rename Two');
  await keyboard.press('Enter');
  await keyboard.type('Second');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(focused).toBe('Rename Second');
  await keyboard.press('Shift+Tab');
  await keyboard.press('Shift+Tab');
  await expect(page.getByRole('link', { name: 'Second' })).toBeFocused();
  await keyboard.press('Enter');
  await page.waitForURL('**/session?session_id=*');
});

test('everything on the board can be done by touch', async ({ browser }) => {
  const person = await stage.addPerson();
  const ids: string[] = [];
  for (const [index, name] of ['One', 'Two', 'Three'].entries()) {
    ids.push((await stage.addDream(person, { name, startedAt: hours(index + 1), files: false })).id);
  }
  const page = await visit(stage, browser, person, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.addInitScript((id) => localStorage.setItem('feedback-session-id', id), ids[0] ?? '');
  await openBoard(stage, page);
  const asked = page.getByRole('dialog', { name: 'How was your dream?' });
  await asked.locator('.stars label').nth(3).tap();
  await expect(asked.getByText("Great! We're glad you enjoyed it")).toBeVisible();
  await asked.getByRole('button', { name: 'Submit' }).tap();
  await expect(asked).toBeHidden();

  const bar = page.getByRole('region', { name: 'Selection' });
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y = 0) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: 195, y }],
    });
  // A swipe that starts on a tile scrolls, however long it takes.
  await touch('touchStart', 600);
  for (let y = 590; y >= 400; y -= 10) await touch('touchMove', y);
  await page.waitForTimeout(600);
  await touch('touchEnd');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expect(bar).toBeHidden();

  await page.evaluate(() => scrollTo(0, 0));
  const box = await tile(page, 'One').boundingBox();
  await touch('touchStart', (box?.y ?? 0) + 80);
  await expect(bar).toContainText('1 selected');
  await touch('touchEnd');
  await tile(page, 'Two').locator('.tile-link').tap();
  await expect(bar).toContainText('2 selected');
  await page.getByRole('checkbox', { name: 'Select Two' }).tap();
  await expect(bar).toContainText('1 selected');
  await bar.getByRole('button', { name: 'Bookmark' }).tap();
  await expect(tile(page, 'One').getByText('Bookmarked')).toBeAttached();
  await expect(bar).toBeHidden();

  await page.getByRole('button', { name: 'More for Three' }).tap();
  await page.getByRole('dialog', { name: 'Actions for Three' }).getByRole('button', { name: 'Select' }).tap();
  await bar.getByRole('button', { name: 'Delete' }).tap();
  await expect.poll(() => namesOf(page)).toEqual(['One', 'Two']);
  await page.getByRole('button', { name: 'Rename One' }).tap();
  await page.getByRole('textbox', { name: 'New name' }).fill('First');
  await page.getByRole('button', { name: 'Rename', exact: true }).tap();
  await expect(page.getByRole('dialog')).toBeHidden();
  await tile(page, 'First').locator('.tile-link').tap();
  await page.waitForURL('**/session?session_id=*');
  await page.context().close();
});

test('a part that couldn’t load comes once the browser is online again', async ({ page }) => {
  const person = await stage.addPerson();
  await stage.addDream(person, { name: 'One', files: false });
  await stage.signIn(page.context(), person);
  await page.route('**/assets/board-foot-*.js', (route) => route.abort('internetdisconnected'));
  await openBoard(stage, page);
  const warned = page.waitForEvent('dialog').then((dialog) => dialog.accept());
  await tile(page, 'One').click({ button: 'right' });
  await warned;
  await page.unroute('**/assets/board-foot-*.js');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected');
});
