import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type RunningServer, startServer } from '../server.ts';

const root = join(import.meta.dirname, '../..');

/** The moment at which seeded worlds end. */
export const NOW = '2026-03-31T15:20:00.000Z';

/** A server without workers on a database that a hundred people have used for four months. */
export async function startSeededServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({ env: { WORKERS: 'fleet', ...env } });
  await program(['tests/seed.ts', server.dataDir, '120', '1500', NOW]);
  return server;
}

/** Runs a program of the tests to its end. */
function program(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args[0]} ended with ${code}`)),
    );
  });
}

/** The printed link, opened and its one button pressed. */
export async function signInAsAdmin(page: Page, server: RunningServer): Promise<void> {
  await page.goto(server.adminLink ?? '');
  await page.getByRole('button', { name: 'Sign me in' }).click();
  await page.waitForURL('**/admin?view=setup');
}
