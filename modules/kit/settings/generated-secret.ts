import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** File in DATA_DIR with the workers' token, used when WORKER_TOKEN is not set. */
export const WORKER_TOKEN_FILE = 'worker-token';

/** File in DATA_DIR with the trace key, used when TRACE_KEY is not set. */
export const TRACE_KEY_FILE = 'trace-key';

/** The minimum that settings require of a token. */
const WHOLE = /^[!-~]{16,}$/;

/**
 * Reads a secret from DATA_DIR, generating it on first use; only this user can read the file. A truncated secret, after
 * a power loss or from an archive, is replaced: an empty token would let anyone in.
 */
export function generatedSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  const kept = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (WHOLE.test(kept)) return kept;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  // Written to a temporary file first, so that a crash leaves no empty secret.
  writeFileSync(`${path}.part`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
  return secret;
}
