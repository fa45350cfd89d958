import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page as it is now, or with a part of it. */
export async function faultsOf(page: Page, part = 'html'): Promise<string[]> {
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
  const { violations } = await page.evaluate(
    (selector) =>
      (window as unknown as { axe: typeof axe }).axe.run(selector, {
        resultTypes: ['violations'],
        // No rule among these reads style sheets, which it would fetch and parse at each look.
        preload: { assets: ['media'] },
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }),
    part,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
