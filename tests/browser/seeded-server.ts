import type { Page } from 'playwright/test';
import { seed } from '../seed.ts';
import { type RunningServer, startServer } from '../server.ts';

/** The moment at which seeded worlds end. */
export const NOW = '2026-03-31T15:20:00.000Z';

/** A server without workers on a database that a hundred people have used for four months. */
export async function startSeededServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({ env: { WORKERS: 'fleet', ...env } });
  await seed({ dataDir: server.dataDir, users: 120, dreams: 1500, now: Date.parse(NOW), days: 120 });
  return server;
}

/** The printed link, opened and its one button pressed. */
export async function signInAsAdmin(page: Page, server: RunningServer): Promise<void> {
  await page.goto(server.adminLink ?? '');
  await page.getByRole('button', { name: 'Sign me in' }).click();
  await page.waitForURL('**/admin?view=setup');
}
