import { describe, type TestFunction, test } from 'vitest';

/** Whether the long runs of faults and load are meant: `bun run test:long`. */
const isLongRun = process.env.LONG_RUNS === '1';

/** A test of a fault whose kind the suite has a shorter one of: only long runs know it. */
export function longTest(name: string, options: { timeout?: number }, run: TestFunction): void {
  if (isLongRun) test(name, options, run);
}

/** A whole group of such tests. */
export function longDescribe(name: string, tests: () => void): void {
  if (isLongRun) describe(name, tests);
}

/** Of what is tried one by one, those that the suite takes; long runs take all. */
export function inTheSuite<T>(all: readonly T[], takes: (one: T) => boolean): T[] {
  return all.filter((one) => isLongRun || takes(one));
}
