import { ConfigError } from './config.ts';
import { haveHome } from './kit/children/home.ts';
import { describeError } from './kit/log.ts';

/** Why a command can't start: a sentence that names the setting and the cause, and one that names the cure. */
export class StartFault extends Error {}

/** Runs a command; what keeps it from starting is told in words and ends it with exit code 1. */
export async function runCommand(body: () => void | Promise<void>): Promise<void> {
  haveHome();
  try {
    await body();
  } catch (error) {
    const told = error instanceof StartFault || error instanceof ConfigError;
    console.error(told ? error.message : error instanceof Error ? describeError(error) : error);
    process.exit(1);
  }
}

/** Runs a step of the start; `explain` puts its faults into words, and leaves those as they are that nobody foresaw. */
export async function explained<T>(
  step: () => T | Promise<T>,
  explain: (error: unknown) => unknown | Promise<unknown>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw await explain(error);
  }
}
