import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** File in DATA_DIR with the workers' token when WORKER_TOKEN is not set. */
export const WORKER_TOKEN_FILE = 'worker-token';

/** File in DATA_DIR with the key of traces when TRACE_KEY is not set. */
export const TRACE_KEY_FILE = 'trace-key';

/** A token that nobody guesses, as settings ask for. */
const WHOLE = /^[!-~]{16,}$/;

/**
 * Reads a secret from DATA_DIR, making it there at first use; only this user may read the file. One that is cut off, as
 * after a loss of power or in an archive, is none: an empty token would let everybody in.
 */
export function generatedSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  const kept = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (WHOLE.test(kept)) return kept;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  // A crash between leaves none, rather than an empty one.
  writeFileSync(`${path}.part`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
  return secret;
}
