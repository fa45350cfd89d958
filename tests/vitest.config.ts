import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compileTexts } from '../modules/kit/texts/compile/compile-texts.ts';
import { makeRunFolder } from './memory-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
await compileTexts();
// For all child processes.
process.env.TMPDIR = makeRunFolder();

/** Faults of the process rather than its database: the suite tries each on one database, long runs on both. */
const [ON_SQLITE, ON_POSTGRES] =
  process.env.LONG_RUNS === '1'
    ? [[], []]
    : [
        ['tests/faults/two-starts.db.test.ts', 'tests/faults/busy-person.db.test.ts'],
        ['tests/faults/campaign.db.test.ts'],
      ];

const ignored = ['**/node_modules/**', '.build/**', 'data/**'];

/**
 * Files that wait more than they compute: for servers to start or to be detected as down, for silent engines, or for
 * other browsers.
 */
const WAITING = /\/tests\/((browsers|faults|nodes|wire)\/|runtimes)|\/worker\/engines\//;

/** Small files that compute for more than ten seconds. */
const COMPUTING = /\/(watermark|secrets)\.test/;

/**
 * Alternates waiting tests with computing ones, and runs small, quick files last, so no core is idle. Runs one project
 * at a time: a thread that switches projects is restarted and imports the program again.
 */
class WaitingBesideWorking extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((sorted) => {
      const kinds = Map.groupBy(sorted, ({ moduleId }) =>
        WAITING.test(moduleId) ? 'waiting' : COMPUTING.test(moduleId) ? 'computing' : 'other',
      );
      const waiting = kinds.get('waiting') ?? [];
      const working = [...(kinds.get('computing') ?? []), ...(kinds.get('other') ?? [])];
      return sorted.flatMap((_, at) => [waiting[at], working[at]]).filter((file) => file !== undefined);
    });
  }
}

/**
 * Files named *.db.test.ts run once on SQLite and once on Postgres; all others run once. With `isolate: false` each
 * thread imports the program once rather than for every file.
 */
export default defineConfig({
  root,
  test: {
    // Vitest's forks pool needs a child_process detail that Bun lacks.
    pool: 'threads',
    // Many files wait more than they compute: on two cores, four workers took 163 s and five 154. Six took 147, but
    // recordings, which are compiled at the lowest priority, would then wait for a minute on a slow machine.
    maxWorkers: 5,
    // The runtime reads TypeScript directly: Vite's own loader would take four seconds of CPU per thread.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: WaitingBesideWorking },
    // Only for hanging tests; the program's own limits are asserted. Compiles run at the lowest priority.
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
