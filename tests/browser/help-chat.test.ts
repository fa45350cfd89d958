import { expect, type Locator, type Page } from 'playwright/test';
import { startClaude } from '../claude-server.ts';
import { backOnline } from './back-online.ts';
import { type BoardStage, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { test } from './shared-page.ts';

const ERROR = 'Sorry, I encountered an error. Please try again.';

/** In whole px. On hover it grows around its centre, so compare centres. */
async function middleOf(button: Locator): Promise<number[]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  return [x + width / 2, y + height / 2].map(Math.round);
}

async function openChat(page: Page, stage: BoardStage) {
  await stage.signIn(page.context(), await stage.addPerson());
  await page.goto(`${stage.url}/dreamboard`);
  await hydrated(page, 'help-chat');
  const toggle = page.getByRole('button', { name: 'Help chat' });
  await expect(page.locator('.help-chat')).toHaveAttribute('style', /--lift/);
  const home = await middleOf(toggle);
  await toggle.click();
  const panel = page.getByRole('dialog', { name: 'Help' });
  const field = panel.getByRole('textbox', { name: 'Your question' });
  const bubbles = panel.locator('.help-bubble');
  return { toggle, home, panel, field, bubbles };
}

test.describe('with an assistant', () => {
  let stage: BoardStage;
  let claude: Awaited<ReturnType<typeof startClaude>>;
  test.beforeAll(async () => {
    claude = await startClaude();
    stage = await startBoardStage({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: claude.url });
  });
  test.afterAll(async () => {
    await stage.stop();
    await claude.stop();
  });

  test('questions are answered in one conversation, which is cleared on close', async ({ page }) => {
    const { toggle, home, panel, field, bubbles } = await openChat(page, stage);
    await expect(field).toBeFocused();
    await field.fill('   ');
    await field.press('Enter');
    await expect(panel.getByRole('button', { name: 'Send question' })).toBeDisabled();
    await field.fill('line one');
    await field.press('Shift+Enter');
    await field.pressSequentially('line two');
    expect(claude.calls).toHaveLength(0);
    claude.next('held', 'well');
    await field.press('Enter');
    await expect(bubbles.first()).toHaveText('line one\nline two');
    await expect.poll(() => claude.calls.length).toBe(1);
    // Nothing more is sent while an answer is pending.
    await field.fill('impatient');
    await field.press('Enter');
    await expect(panel.getByText('Answering...')).toBeAttached();
    await expect(field).toHaveValue('impatient');
    claude.release();
    await expect(bubbles.nth(1)).toHaveText('You asked: line one\nline two');
    await expect(field).toHaveValue('impatient');
    await expect(bubbles).toHaveCount(2);
    await panel.getByRole('button', { name: 'Send question' }).press('Enter');
    await expect(field).toBeFocused();
    await expect(bubbles.nth(3)).toHaveText('You asked: impatient');
    expect(claude.calls[1]?.messages).toHaveLength(3);

    await toggle.click();
    await expect(panel).toBeHidden();
    // The button stays in place regardless of what the panel covered, so it can be pressed again in the same spot.
    expect(await middleOf(toggle)).toEqual(home);
    await toggle.click();
    await expect(bubbles).toHaveCount(0);
    await field.fill('afresh');
    await field.press('Enter');
    await expect(bubbles.nth(1)).toHaveText('You asked: afresh');
    expect(claude.calls.at(-1)?.messages).toHaveLength(1);
    await field.press('Escape');
    await expect(panel).toBeHidden();
    await expect(toggle).toBeFocused();
  });

  test('a failure is a bubble, and the next question continues', async ({ page }) => {
    const { field, bubbles } = await openChat(page, stage);
    const ask = async (text: string, answer: string, count: number) => {
      await field.fill(text);
      await field.press('Enter');
      await expect(bubbles.nth(count - 1)).toHaveText(answer);
    };
    claude.next('broken');
    await ask('one', ERROR, 2);
    await page.context().setOffline(true);
    await ask('two', ERROR, 4);
    await backOnline(page);
    claude.next('overloaded', 'well');
    await ask('three', 'You asked: three', 6);
  });
});

test('without an assistant the help pages answer, and say so, also by touch', async ({ browser }) => {
  const stage = await startBoardStage();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await browser.newPage(phone);
  const { toggle, panel, field, bubbles } = await openChat(page, stage);
  await field.fill('How can I share a dream?');
  await panel.getByRole('button', { name: 'Send question' }).tap();
  await expect(bubbles.nth(1)).toContainText('The AI assistant is not connected here');
  await expect(bubbles.nth(1)).toContainText('Sharing a dream');
  await toggle.tap();
  await expect(panel).toBeHidden();
  await toggle.tap();
  await expect(field).toBeVisible();
  await expect(bubbles).toHaveCount(0);
  await page.context().close();
  await stage.stop();
});
