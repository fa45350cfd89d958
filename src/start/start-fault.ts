import { ConfigError } from '../config.ts';
import { haveHome } from '../kit/children/home.ts';
import { describeError } from '../kit/log.ts';
import { isOutOfRoom } from '../kit/storage/out-of-room.ts';

/** Why a command can't start: a sentence that names the setting and the cause, and one that names the cure. */
export class StartFault extends Error {}

/**
 * Runs a command; a fault that keeps it from starting is printed in words and ends it with exit code 1, also one that
 * breaks off where nobody waits for it.
 */
export async function runCommand(body: () => void | Promise<void>): Promise<void> {
  haveHome();
  const stop = (error: unknown) => {
    console.error(wordsOf(error));
    process.exit(1);
  };
  process.on('uncaughtException', stop).on('unhandledRejection', stop);
  try {
    await body();
  } catch (error) {
    stop(error);
  }
  process.off('uncaughtException', stop).off('unhandledRejection', stop);
}

/** Ends with a sentence; of a fault that nobody foresaw, its details come before. */
export function wordsOf(error: unknown): string {
  if (error instanceof StartFault || error instanceof ConfigError) return error.message;
  if (isOutOfRoom(error)) return 'A disk is full. Make room, then run this again.';
  if (!(error instanceof Error)) return `This ended by a fault that was not foreseen: ${error}.`;
  return `${describeError(error)}\nThis ended by a fault that was not foreseen: ${error.message}. Please report it with the lines above.`;
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
