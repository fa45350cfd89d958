import { describe, type TestFunction, test } from 'vitest';
import { dialect } from '../db/dialect.ts';

/** True in long runs of faults and load: `bun run test:long`. */
const isLongRun = process.env.LONG_RUNS === '1';

/** A long fault test that only long runs include; the suite has a shorter variant. */
export function longTest(name: string, options: { timeout?: number }, run: TestFunction): void {
  if (isLongRun) test(name, options, run);
}

/** As above, for a group of tests. */
export function longDescribe(name: string, tests: () => void): void {
  if (isLongRun) describe(name, tests);
}

/** A test that doesn't depend on the database: the suite runs it only on SQLite, long runs on both. */
export function testOnce(name: string, run: TestFunction): void {
  if (isLongRun || dialect === 'sqlite') test(name, run);
}

/** As above, for a group of tests. */
export function describeOnce(name: string, tests: () => void): void {
  if (isLongRun || dialect === 'sqlite') describe(name, tests);
}

/** Cases that the suite runs on both databases; on Postgres it leaves out the others, which long runs include. */
export function inBothDatabases<T>(all: readonly T[], takes: (one: T) => boolean): T[] {
  return dialect === 'sqlite' ? [...all] : inTheSuite(all, takes);
}

/** The subset of cases for the suite; long runs use all. */
export function inTheSuite<T>(all: readonly T[], takes: (one: T) => boolean): T[] {
  return all.filter((one) => isLongRun || takes(one));
}
