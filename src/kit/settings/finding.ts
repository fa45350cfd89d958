/** Result of a look at one part of the setup. */
export interface Finding {
  level: 'ok' | 'warning' | 'error';
  /** how it stands, or what is wrong, in words for operators and without secrets */
  text: string;
  /** what puts it right; null where all is well */
  cure: string | null;
  /** what was drawn to see whether it works, a JPEG in base64 */
  picture?: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text, cure: null });
export const warning = (text: string, cure: string): Finding => ({ level: 'warning', text, cure });
export const error = (text: string, cure: string): Finding => ({ level: 'error', text, cure });
