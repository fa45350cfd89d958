/**
 * `bun run test`: gets what it needs, runs every test with the real runners, tells how far it is, and ends
 * with one line of their summed reports.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIslands } from '../islands/build.ts';
import { findBrowser } from './browser/find-browser.ts';
import { check } from './check.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, 'tests/.results');

interface Count {
  passed: number;
  failed: number;
}

const began = Date.now();
const tell = (line: string) =>
  console.log(`[${String(Math.round((Date.now() - began) / 1000)).padStart(3)} s] ${line}`);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

tell('checking format, types, imports and migrations');
const counts: Count[] = [await check(tell)];
tell('building what browsers get');
await buildIslands();
tell('running tests on SQLite and on a Postgres of their own');
counts.push(await vitest());
const browser = await findBrowser(tell);
tell(`running browser tests with ${browser}`);
counts.push(await playwright(browser));

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

async function vitest(): Promise<Count> {
  const file = join(results, 'vitest.json');
  const status = await run(
    [
      'vitest',
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    {},
  );
  const report = readReport<{
    numPassedTests: number;
    numFailedTests: number;
    numTotalTestSuites: number;
    success: boolean;
  }>(file);
  return countOf(status, report && { passed: report.numPassedTests, failed: report.numFailedTests });
}

async function playwright(browser: string): Promise<Count> {
  const file = join(results, 'playwright.json');
  const status = await run(['playwright', 'test', '--config', 'tests/playwright.config.ts'], {
    BROWSER_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(file);
  if (report?.stats.flaky) tell(`${report.stats.flaky} browser tests passed only the second time`);
  return countOf(
    status,
    report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected },
  );
}

/** A runner that fell before or beside its tests is one failure more, whatever its report says. */
function countOf(status: number | null, count: Count | null): Count {
  if (!count) return { passed: 0, failed: 1 };
  return status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function run(args: string[], env: Record<string, string>): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['x', '--bun', ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // Colour codes make a log file unreadable.
      env: { ...process.env, NO_COLOR: '1', ...env },
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
