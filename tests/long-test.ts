import { describe, type TestFunction, test } from 'vitest';
import { dialect } from '../db/dialect.ts';

/** True if the long runs of faults and load are meant: `bun run test:long`. */
const isLongRun = process.env.LONG_RUNS === '1';

/** A test of a fault whose kind the suite has a shorter one of: only long runs know it. */
export function longTest(name: string, options: { timeout?: number }, run: TestFunction): void {
  if (isLongRun) test(name, options, run);
}

/** A whole group of such tests. */
export function longDescribe(name: string, tests: () => void): void {
  if (isLongRun) describe(name, tests);
}

/** A test of what no database has a part in: the suite has it beside SQLite only, long runs on both. */
export function testOnce(name: string, run: TestFunction): void {
  if (isLongRun || dialect === 'sqlite') test(name, run);
}

/** A whole group of such tests. */
export function describeOnce(name: string, tests: () => void): void {
  if (isLongRun || dialect === 'sqlite') describe(name, tests);
}

/** Of what is tried one by one, those that the suite takes; long runs take all. */
export function inTheSuite<T>(all: readonly T[], takes: (one: T) => boolean): T[] {
  return all.filter((one) => isLongRun || takes(one));
}
