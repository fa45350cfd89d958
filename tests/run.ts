/**
 * `bun run test`: installs what it needs, runs every test with the real test runners, prints their progress, and ends
 * with one line that totals their reports.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildIslands } from '../islands/build/build.ts';
import { findBrowser } from './browser/find-browser.ts';
import { check } from './check.ts';
import { SHORT_LIVED } from './short-lived.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, 'tests/.results');

/** Number of slowest files to list. */
const SLOWEST = 10;

interface Count {
  passed: number;
  failed: number;
}

interface TestFile {
  name: string;
  seconds: number;
}

interface Report extends Count {
  files: TestFile[];
}

const NO_REPORT: Report = { passed: 0, failed: 1, files: [] };

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  specs: { tests: { results: { duration: number }[] }[] }[];
  suites?: PlaywrightSuite[];
}

const began = Date.now();
const report = (line: string) =>
  console.log(`[${String(Math.round((Date.now() - began) / 1000)).padStart(3)} s] ${line}`);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

report('checking format, types, imports and migrations, and building what browsers get');
const checking = check(report);
await buildIslands();
report('running tests on SQLite and on a Postgres of their own');
const [checked, tested] = await Promise.all([checking, vitest()]);
const browser = await findBrowser(report);
report(`running browser tests with ${browser}`);
const reports = [tested, await playwright(browser)];

report('the slowest files');
const files = reports.flatMap((report) => report.files);
for (const { name, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`);
}
const counts = [checked, ...reports];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

async function vitest(): Promise<Report> {
  const file = join(results, 'vitest.json');
  const status = await run([
    'vitest',
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport<VitestReport>(file);
  if (!report) return NO_REPORT;
  return {
    ...countOf(status, { passed: report.numPassedTests, failed: report.numFailedTests }),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

async function playwright(browser: string): Promise<Report> {
  const file = join(results, 'playwright.json');
  const status = await run(['playwright', 'test', '--config', 'tests/playwright.config.ts'], {
    BROWSER_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport<PlaywrightReport>(file);
  if (!report) return NO_REPORT;
  const { expected, unexpected } = report.stats;
  return {
    ...countOf(status, { passed: expected, failed: unexpected }),
    files: report.suites.map((suite) => ({
      name: `tests/browser/${suite.file}`,
      seconds: millisecondsOf(suite) / 1000,
    })),
  };
}

function millisecondsOf({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return (
    results.reduce((sum, { duration }) => sum + duration, 0) +
    suites.reduce((sum, suite) => sum + millisecondsOf(suite), 0)
  );
}

/** A runner that crashed before or during its tests counts as one failure, whatever its report says. */
function countOf(status: number | null, count: Count): Count {
  return status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function run(args: string[], env: Record<string, string> = {}): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['x', '--bun', ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        // Colour codes make a log file unreadable.
        NO_COLOR: '1',
        ...SHORT_LIVED,
        ...env,
      },
    });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code));
  });
}

function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}
