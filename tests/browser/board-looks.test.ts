import { expect, test } from 'playwright/test';
import { faultsOf } from './axe.ts';
import { type BoardStage, startBoardStage } from './board-stage.ts';

let stage: BoardStage;
test.beforeAll(async () => {
  stage = await startBoardStage();
});
test.afterAll(() => stage.stop());

for (const colorScheme of ['dark', 'light'] as const) {
  for (const width of [390, 1024, 1440]) {
    test(`every state is sound for assistive technology, ${colorScheme} at ${width} px`, async ({
      browser,
    }) => {
      const person = await stage.addPerson();
      const dream = await stage.addDream(person, { name: 'Low tide', prompts: [['a calm ocean', 0]] });
      await stage.addDream(person, { startedAt: Date.now() - 9000_000 });
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      await stage.signIn(context, person);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text());
      });
      const sound = async (state: string) => expect(await faultsOf(page), state).toEqual([]);
      const hydrated = () =>
        expect(page.locator('[data-status=imported], [data-status=identified]')).toHaveCount(0);

      await page.goto(`${stage.url}/dreamboard`);
      await hydrated();
      await sound('board');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.getByRole('button', { name: 'Rename Low tide' }).click();
      await sound('rename');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Select dreams' }).click();
      await page.getByRole('checkbox', { name: 'Select Low tide' }).check();
      await sound('selection');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Help chat' }).click();
      await page.getByRole('textbox', { name: 'Your question' }).fill('How do I share?');
      await page.keyboard.press('Enter');
      await expect(page.locator('.help-bubble').nth(1)).toContainText('Sharing');
      await sound('help chat');
      await page.keyboard.press('Escape');
      await page.evaluate(() => localStorage.setItem('feedback-session-id', 'x'));
      await page.reload();
      await expect(page.getByRole('dialog', { name: 'How was your dream?' })).toBeVisible();
      await sound('feedback');

      await page.goto(`${stage.url}/session?session_id=${dream.id}`);
      await hydrated();
      await sound('session');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await context.clearCookies();
      await page.goto(`${stage.url}/api/d/${dream.id}`);
      await sound('shared');
      await page.getByRole('button', { name: 'Report' }).click();
      await sound('report');
      await page.goto(`${stage.url}/download?job_id=nothing`);
      await sound('download');
      expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
      await context.close();
    });
  }
}
