/**
 * `bun run check`: everything that can be checked without running the program. The test command counts each step as one
 * test.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogFaults, missingTexts } from './catalogs.ts';
import { namedFileFaults, sizeFaults } from './house-rules.ts';
import { importFaults } from './import-rules.ts';
import { withModules } from './module-graph.ts';
import { secureCallFaults } from './secure-calls.ts';
import { SETTINGS_README, settingsTable } from './settings-table.ts';
import { SHORT_LIVED } from './short-lived.ts';
import { textFaults } from './text-rules.ts';
import { wordFaults } from './words.ts';

const root = join(import.meta.dirname, '..');

interface Step {
  name: string;
  /** descriptions of faults; empty if all is well */
  faults(): string[] | Promise<string[]>;
}

/** Asynchronous, so tests can run at the same time. */
function run(args: string[], env: Record<string, string> = {}): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const options = {
      cwd: root,
      env: { ...process.env, ...SHORT_LIVED, ...env },
      maxBuffer: 64 * 1024 * 1024,
    };
    execFile(process.execPath, ['x', '--bun', ...args], options, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() }),
    );
  });
}

async function program(args: string[]): Promise<string[]> {
  const { ok, output } = await run(args);
  return ok ? [] : [output];
}

/** Checks that the migrations match the tables, in which case generating another one writes nothing. */
async function drift(dialect: 'sqlite' | 'postgres'): Promise<string[]> {
  const { ok, output } = await run(['drizzle-kit', 'generate', '--config', `db/drizzle.${dialect}.ts`], {
    DATABASE_URL: dialect === 'postgres' ? 'postgres://none' : '',
  });
  const same = ok && output.includes('No schema changes');
  return same ? [] : [`the ${dialect} migrations lag behind the tables: bun run db:generate\n${output}`];
}

const STEPS: Step[] = [
  { name: 'format and lint', faults: () => program(['biome', 'check', '.']) },
  // One checker: each further one computes the libraries' types again, and tests use the other core.
  { name: 'types', faults: () => program(['tsc', '--noEmit', '--checkers', '1']) },
  { name: 'import rules', faults: () => importFaults(root) },
  { name: 'sizes of folders and modules', faults: () => sizeFaults(root) },
  { name: 'files that READMEs name', faults: () => namedFileFaults(root) },
  { name: 'words of the field', faults: () => wordFaults(root) },
  { name: 'message catalogs', faults: () => catalogFaults(root) },
  { name: 'languages of texts and formats', faults: () => textFaults(root) },
  { name: 'calls of secure pages', faults: () => secureCallFaults(root) },
  { name: 'unused code', faults: () => program(['knip', '--config', '.knip.json']) },
  { name: 'migrations (SQLite)', faults: () => drift('sqlite') },
  { name: 'migrations (Postgres)', faults: () => drift('postgres') },
  {
    name: "README's picture of the modules",
    faults() {
      const readme = readFileSync(join(root, 'README.md'), 'utf8');
      return readme === withModules(readme) ? [] : ['README.md has another picture: bun run module-graph'];
    },
  },
  {
    name: `settings table in ${SETTINGS_README}`,
    faults: () =>
      readFileSync(join(root, SETTINGS_README), 'utf8').includes(settingsTable())
        ? []
        : [`${SETTINGS_README} has another settings table than src/config.ts: bun run settings-table`],
  },
];

/** Runs all steps and reports each as it finishes. */
export async function check(report: (line: string) => void): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const { name, faults } of STEPS) {
    const found = await faults();
    report(`${found.length === 0 ? '✓' : '✗'} check: ${name}`);
    for (const fault of found) report(fault);
    if (found.length > 0) failed += 1;
  }
  for (const line of missingTexts(root)) report(line);
  return { passed: STEPS.length - failed, failed };
}

if (import.meta.main) {
  const { passed, failed } = await check(console.log);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
