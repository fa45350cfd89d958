import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** File in DATA_DIR with the workers' token when WORKER_TOKEN is not set. */
export const WORKER_TOKEN_FILE = 'worker-token';

/** File in DATA_DIR with the key of traces when TRACE_KEY is not set. */
export const TRACE_KEY_FILE = 'trace-key';

/** Reads a secret from DATA_DIR, making it there at first use; only this user may read the file. */
export function generatedSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  // A crash between leaves none, rather than an empty one.
  writeFileSync(`${path}.part`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
  return secret;
}
