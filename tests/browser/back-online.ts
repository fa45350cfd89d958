import { expect, type Page } from 'playwright/test';

/** Reconnects a page and waits until its server is reachable, because the first requests still fail. */
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
