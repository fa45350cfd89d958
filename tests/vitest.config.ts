import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { memoryFolder } from './memory-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// For everything that runs from here.
process.env.TMPDIR = memoryFolder();

const ignored = ['**/node_modules/**', '.build/**', 'data/**'];

/** Files named *.db.test.ts run once on SQLite and once on Postgres; all others run once. */
export default defineConfig({
  root,
  test: {
    // Vitest's forks pool needs a child_process detail that Bun lacks
    pool: 'threads',
    // Most files wait more than they work.
    maxWorkers: 2,
    // These only end what hangs; the program's own limits are asserted. Compiles run at the lowest priority.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.db.test.ts', 'tests/browser/**'],
          globalSetup: ['tests/sqlite.ts'],
        },
      },
      {
        root,
        test: {
          name: 'sqlite',
          include: ['**/*.db.test.ts'],
          exclude: ignored,
          env: { DATABASE_URL: '' },
          globalSetup: ['tests/sqlite.ts'],
        },
      },
      {
        root,
        test: {
          name: 'postgres',
          include: ['**/*.db.test.ts'],
          exclude: ignored,
          globalSetup: ['tests/postgres.ts'],
          setupFiles: ['tests/use-postgres.ts'],
        },
      },
    ],
  },
});
