import { expect, type Page } from 'playwright/test';
import type { IslandName } from '../../islands/registry.ts';

/** Waits until an island answers: what is pressed or typed there before its script has come may be lost. */
export async function hydrated(page: Page, island: IslandName): Promise<void> {
  await expect(page.locator(`[data-island=${island}]`)).toHaveAttribute('data-status', 'hydrated');
  // Its words change their width with the font that they were waiting for.
  await page.evaluate(() => document.fonts.ready);
}
