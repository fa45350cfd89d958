import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those that look at colours, which are all that light and dark differ in (`src/web/styles/schemes.test.ts`). */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Axe's findings about the page as it is now, or about a part of it. */
export async function faultsOf(page: Page, part = 'html', rules = ALL_RULES): Promise<string[]> {
  // Colours are judged once nothing fades any more: what inherits a colour may begin to fade when its parent has ended.
  // What moves for ever is not waited for.
  await page.evaluate(async () => {
    const fading = () =>
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .filter(({ playState }) => playState === 'running');
    for (let some = fading(); some.length > 0; some = fading()) {
      await Promise.all(some.map(({ finished }) => finished.catch(() => null)));
    }
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // Only the faults are brought here: the whole of axe's report is long.
  return page.evaluate(
    async ({ part, rules }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(part, {
        resultTypes: ['violations'],
        // No rule among these reads style sheets, which it would fetch and parse at each look.
        preload: { assets: ['media'] },
        runOnly: rules,
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      );
    },
    { part, rules },
  );
}

/**
 * Axe's findings in light and in dark. A page that follows the system is judged in full as it is, then its colours in
 * the other scheme, in which it stays.
 */
export async function faultsInBothSchemes(page: Page, part = 'html'): Promise<string[]> {
  const faults = await faultsOf(page, part);
  const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
  const other = isDark ? 'light' : 'dark';
  await setScheme(page, other);
  const inOther = await faultsOf(page, part, COLOUR_RULES);
  return [...faults, ...inOther.map((fault) => `in ${other}: ${fault}`)];
}

/** Has a page that follows the system show itself in that scheme. */
export async function setScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toContainClass(colorScheme);
}
