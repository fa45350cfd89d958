import type { Page } from 'playwright/test';

/** Waits until a text was seen that may stay for a moment only: the page itself looks, at each of its frames. */
export async function seen(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForFunction(
    ([where = '', what = '']) => document.querySelector(where)?.textContent?.includes(what),
    [selector, text],
    { polling: 'raf', timeout: 60_000 },
  );
}
