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

/**
 * What takes longest starts first, so that no run ends with one long file that has the machine to itself: faults
 * within their project, for a thread that serves another project next is begun anew and imports the program again.
 */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFault = ({ moduleId }: TestSpecification) => /\/tests\/(faults|nodes)\//.test(moduleId);
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((sorted) => [
      ...sorted.filter(isFault),
      ...sorted.filter((file) => !isFault(file)),
    ]);
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
    // Most files wait more than they work: on two cores four at once took 278 s, and three 322.
    maxWorkers: 4,
    // The runtime reads TypeScript itself: Vite's own loading would take four seconds of processor for each thread.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: FaultsFirst },
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
