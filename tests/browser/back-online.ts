import { expect, type Page } from 'playwright/test';

/** Lets a page reach its server again, and waits until it does: calls of the first moment still fail. */
export async function backOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  const reaches = () =>
    page.evaluate(() =>
      fetch('/healthz').then(
        () => true,
        () => false,
      ),
    );
  await expect.poll(reaches).toBe(true);
}
