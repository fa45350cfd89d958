import { createHmac } from 'node:crypto';
import { generatedSecret, TRACE_KEY_FILE } from './settings/generated-secret.ts';

/** Purpose of a trace: traces of two purposes can't be compared. */
export type TracePurpose = 'trial' | 'suspension' | 'opt-out';

/** Code of a text, such as an address, from which nobody can read the text without the key. */
export type TraceOf = (purpose: TracePurpose, text: string) => string;

/**
 * Codes of facts that outlive an account. Their key lies outside the database, so that the database alone can't be used to
 * try addresses until one fits.
 */
export function createTraces(config: { DATA_DIR: string; TRACE_KEY?: string | undefined }): TraceOf {
  const key = config.TRACE_KEY ?? generatedSecret(config.DATA_DIR, TRACE_KEY_FILE);
  return (purpose, text) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url');
}
