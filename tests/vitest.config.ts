import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { makeRunFolder } from './memory-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// For everything that runs from here.
process.env.TMPDIR = makeRunFolder();

/** Faults of the process rather than of its database: the suite tries each on one of them, long runs on both. */
const [ON_SQLITE, ON_POSTGRES] =
  process.env.LONG_RUNS === '1'
    ? [[], []]
    : [
        ['tests/faults/two-starts.db.test.ts', 'tests/faults/busy-person.db.test.ts'],
        ['tests/faults/campaign.db.test.ts'],
      ];

const ignored = ['**/node_modules/**', '.build/**', 'data/**'];

/** Files that wait more than they work: for servers to start and to be missed, for engines that are silent. */
const WAITING = /\/tests\/(faults|nodes|wire)\/|\/generators\//;

/**
 * Tests that wait run beside those that work, and the small files last, so that no core is idle. One project after
 * the other: a thread that serves another project next is started again and imports the program again.
 */
class WaitingBesideWorking extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((sorted) => {
      const waiting = sorted.filter(({ moduleId }) => WAITING.test(moduleId));
      const working = sorted.filter(({ moduleId }) => !WAITING.test(moduleId));
      return sorted.flatMap((_, at) => [waiting[at], working[at]]).filter((file) => file !== undefined);
    });
  }
}

/**
 * Files named *.db.test.ts run once on SQLite and once on Postgres; all others run once. `isolate: false` has each
 * thread import the program once instead of for each file.
 */
export default defineConfig({
  root,
  test: {
    // Vitest's forks pool needs a child_process detail that Bun lacks
    pool: 'threads',
    // Many files wait more than they work: on two cores four at once took 163 s, and five 154. Six took 147, but recordings,
    // which are compiled at the lowest priority, would wait for a minute where a machine is slow.
    maxWorkers: 5,
    // The runtime reads TypeScript itself: Vite's own loading would take four seconds of processor for each thread.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: WaitingBesideWorking },
    // These only end what hangs; the program's own limits are asserted. Compiles run at the lowest priority.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        root,
        test: {
          name: 'sqlite',
          isolate: false,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, ...ON_POSTGRES, 'tests/browser/**'],
          env: { DATABASE_URL: '' },
          globalSetup: ['tests/sqlite.ts'],
        },
      },
      {
        root,
        test: {
          name: 'postgres',
          isolate: false,
          include: ['**/*.db.test.ts'],
          exclude: [...ignored, ...ON_SQLITE],
          globalSetup: ['tests/postgres.ts'],
          setupFiles: ['tests/use-postgres.ts'],
        },
      },
    ],
  },
});
