import { expect, type Page } from 'playwright/test';
import { formatDaysAgo } from '../../modules/kit/texts/formats.ts';
import { inLocale } from '../../modules/kit/texts/locale.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { SELLING } from '../selling.ts';
import { faultsOf } from './axe.ts';
import { type BoardStage, PHONE, startBoardStage } from './board-stage.ts';
import { hydrated } from './hydrated.ts';
import { overflows } from './pseudo/look.ts';
import { test } from './shared-page.ts';

let stage: BoardStage;
test.beforeAll(async () => {
  stage = await startBoardStage(SELLING);
});
test.afterAll(() => stage.stop());

async function isSound(page: Page): Promise<void> {
  expect(await overflows(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
}

for (const [locale, direction] of [
  ['de', 'ltr'],
  ['ja', 'ltr'],
  ['ar', 'rtl'],
] as const) {
  test(`a visitor chooses ${locale}, and finds everything in it`, async ({ page }) => {
    const texts = inLocale(locale, () => ({
      language: m.web_language_name(),
      signIn: m.web_header_sign_in(),
      board: m.dreams_board_title(),
      search: m.dreams_board_search_label(),
      nothing: m.dreams_nothing_words({ words: formatDaysAgo(1) }),
      today: formatDaysAgo(0),
      yesterday: formatDaysAgo(1),
    }));
    await page.setViewportSize(PHONE);
    await page.goto(`${stage.url}/terms`);
    await page.getByRole('button', { name: 'Language: English' }).last().click();
    await page.getByRole('button', { name: texts.language }).click();
    await expect(page).toHaveURL(`${stage.url}/terms`);
    const html = page.locator('html');
    await expect(html).toHaveAttribute('lang', locale);
    await expect(html).toHaveAttribute('dir', direction);

    await page.goto(stage.url);
    await expect(page.getByRole('link', { name: texts.signIn })).toBeVisible();
    await isSound(page);

    const person = await stage.addPerson();
    // Not an hour ago, which is yesterday just after midnight.
    await stage.addDream(person, { name: 'Ocean', startedAt: Date.now() });
    await stage.signIn(page.context(), person);
    await page.goto(`${stage.url}/dreamboard`);
    await hydrated(page, 'dreamboard');
    await expect(page.getByRole('heading', { name: texts.board })).toBeVisible();
    await isSound(page);
    const search = page.getByRole('searchbox', { name: texts.search });
    await search.fill(texts.yesterday);
    await expect(page.getByText(texts.nothing)).toBeVisible();
    await search.fill(texts.today);
    await expect(page.locator('.tile')).toHaveCount(1);
  });
}
