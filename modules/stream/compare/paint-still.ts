import { fileURLToPath } from 'node:url';
import { runChild } from '../../kit/children/run-child.ts';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * The painter's picture of the prompts as a JPEG, painted in a process of its own, so that no live dream waits for it.
 * @throws Error
 */
export async function paintStill(prompts: readonly string[]): Promise<Buffer> {
  const { code, signal, output, complaints } = await runChild({
    program: fileURLToPath(new URL('./paint-child.ts', import.meta.url)),
    flags: process.execArgv,
    input: prompts,
    limitMs: TIMEOUT_MS,
    maxOutputBytes: MAX_BYTES,
  });
  if (code === 0) return output;
  throw new Error(`the painter ended with ${signal ?? code}: ${complaints}`);
}
