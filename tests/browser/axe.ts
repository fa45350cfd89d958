import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules about colours, the only difference between light and dark (`modules/web/styles/schemes.test.ts`). */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Axe's findings on the page as it is now, or on a part of it. */
export async function faultsOf(page: Page, part = 'html', rules = ALL_RULES): Promise<string[]> {
  // Wait for fades before judging colours. An element that inherits its colour may start fading after its parent has
  // finished. Endless animations are ignored.
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
  // Return only the faults: axe's full report is long.
  return page.evaluate(
    async ({ part, rules }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(part, {
        resultTypes: ['violations'],
        // No rule here needs stylesheets, which axe would otherwise fetch and parse each time.
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
 * Axe's findings in light and dark. Checks the page in full as it is, then only colours in the other scheme, in which
 * it stays. The page must follow the system's scheme.
 */
export async function faultsInBothSchemes(page: Page, part = 'html'): Promise<string[]> {
  const faults = await faultsOf(page, part);
  const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
  const other = isDark ? 'light' : 'dark';
  await setScheme(page, other);
  const inOther = await faultsOf(page, part, COLOUR_RULES);
  return [...faults, ...inOther.map((fault) => `in ${other}: ${fault}`)];
}

/** Switches a page that follows the system to this colour scheme. */
export async function setScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toContainClass(colorScheme);
}
