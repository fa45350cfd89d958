import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../../../src/kit/children/child-options.ts';
import type { SigningFiles } from './signing-key.ts';

/** Variable by which the signing process gets its order, as JSON. */
export const ORDER_VARIABLE = 'REVERIE_CREDENTIALS';
const TIMEOUT_MS = 120_000;
/** Signing keeps a file in memory some five times; larger ones keep their ordinary metadata alone. */
const MEMORY_A_BYTE = 5;
const MEMORY_PART = 0.25;
const MOST_BYTES = 160 * 1024 * 1024;

/** Content credentials of a dream's files. */
export interface Credentials extends SigningFiles {
  /** C2PA's manifest definition, without a title of each file */
  definition: object;
}

export interface SigningOrder extends Credentials {
  files: { path: string; format: 'image/jpeg' | 'video/mp4' }[];
}

/** The largest file that is signed on this machine. */
export const mostSignedBytes = (): number =>
  Math.min(MOST_BYTES, Math.floor((totalmem() * MEMORY_PART) / MEMORY_A_BYTE));

/**
 * Signs finished files in a process of their own, in place: what takes memory there takes none here, and a fault leaves
 * them as they were.
 * @returns null, or why they are not signed, in words
 */
export async function signFiles(order: SigningOrder): Promise<string | null> {
  const program = fileURLToPath(new URL('./sign-child.ts', import.meta.url));
  const flags = process.versions.bun === undefined ? ['--experimental-strip-types', '--no-warnings'] : [];
  const child = spawn(process.execPath, [...flags, program], {
    ...childOptions({ [ORDER_VARIABLE]: JSON.stringify(order) }),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = `${complaints}${text}`.slice(-2_000);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  clearTimeout(timer);
  return code === 0 ? null : complaints.trim().split('\n').at(-1) || `the signing process ended (${code})`;
}
