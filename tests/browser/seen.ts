import type { Page } from 'playwright/test';

/** Waits for text that may appear only briefly, by checking on every animation frame. */
export async function seen(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForFunction(
    ([where = '', what = '']) => document.querySelector(where)?.textContent?.includes(what),
    [selector, text],
    { polling: 'raf', timeout: 60_000 },
  );
}
