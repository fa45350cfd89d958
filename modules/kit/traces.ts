import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { generatedSecret, TRACE_KEY_FILE } from './settings/generated-secret.ts';

/** Traces made for different purposes can't be compared. */
export type TracePurpose = 'trial' | 'suspension' | 'opt-out' | 'erased' | 'clip';

/** A keyed code of a text, such as an e-mail address; nobody can derive the text without the key. */
export type TraceOf = (purpose: TracePurpose, text: string) => string;

interface KeyConfig {
  DATA_DIR: string;
  TRACE_KEY?: string | undefined;
}

const keyOf = (config: KeyConfig) => config.TRACE_KEY ?? generatedSecret(config.DATA_DIR, TRACE_KEY_FILE);

/**
 * Codes for facts that outlive an account. The key is stored outside the database, so that the database is not enough
 * to test guessed addresses.
 */
export function createTraces(config: KeyConfig): TraceOf {
  const key = keyOf(config);
  return (purpose, text) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url');
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals texts with the trace key, for files that also leave the data folder. */
export function createSeal(config: KeyConfig) {
  const key = Buffer.from(hkdfSync('sha256', keyOf(config), '', 'seal', 32));
  return {
    seal(text: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64');
    },

    /** @returns null if the text was sealed with another key or modified */
    open(sealed: string): string | null {
      const bytes = Buffer.from(sealed, 'base64');
      const end = IV_BYTES + TAG_BYTES;
      if (bytes.length < end) return null;
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, end));
        return decipher.update(bytes.subarray(end), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
