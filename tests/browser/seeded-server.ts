import type { Page } from 'playwright/test';
import { seed } from '../seed.ts';
import { type RunningServer, startServer } from '../server.ts';

/** The end of the seeded data's time range. */
export const NOW = '2026-03-31T15:20:00.000Z';

/** A server without workers, with four months of data from a hundred users. */
export async function startSeededServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({ env: { WORKERS: 'fleet', ...env } });
  await seed({ dataDir: server.dataDir, users: 120, dreams: 1500, now: Date.parse(NOW), days: 120 });
  return server;
}

/** Opens the printed link and presses its only button. */
export async function signInAsAdmin(page: Page, server: RunningServer): Promise<void> {
  await page.goto(server.adminLink ?? '');
  await page.getByRole('button', { name: 'Sign me in' }).click();
  await page.waitForURL('**/admin?view=setup');
}
