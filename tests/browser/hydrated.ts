import { expect, type Page } from 'playwright/test';
import type { IslandName } from '../../islands/registry.ts';

/** Waits until an island is interactive; clicks and typing before that may be lost. */
export async function hydrated(page: Page, island: IslandName): Promise<void> {
  await expect(page.locator(`[data-island=${island}]`)).toHaveAttribute('data-status', 'hydrated');
  // Its text changes width when the web font arrives.
  await page.evaluate(() => document.fonts.ready);
}
