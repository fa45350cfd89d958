import { haveHome } from '../../modules/kit/children/home.ts';
import { describeError } from '../../modules/kit/log.ts';
import { isDiskFull } from '../../modules/kit/storage/disk-full.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { ConfigError } from '../config.ts';

/** Why a command can't start. The message has both the reason, which names the setting, and the cure. */
export class StartFault extends Error {
  /** Without a full stop. */
  readonly reason: string;
  readonly cure: string | null;
  constructor(reason: string, cure: string | null = null, options?: ErrorOptions) {
    super(cure === null ? reason : m.start_fault({ reason, cure }), options);
    this.reason = reason;
    this.cure = cure;
  }
}

/** Runs a command. Any fault, including an unhandled rejection, is printed for people and exits with code 1. */
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

/** A sentence for people; for an unexpected fault, preceded by its details. */
export function wordsOf(error: unknown): string {
  if (error instanceof StartFault || error instanceof ConfigError) return error.message;
  if (isDiskFull(error)) return m.start_any_disk_full();
  if (!(error instanceof Error)) return m.start_unforeseen({ message: String(error) });
  return m.start_unforeseen_details({ details: describeError(error), message: error.message });
}

/** Runs a startup step. `explain` turns expected faults into messages and returns unexpected ones unchanged. */
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
