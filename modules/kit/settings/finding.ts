/** Result of one check. */
export interface Finding {
  level: 'ok' | 'warning' | 'error';
  /** State or problem, for operators; without secrets. */
  text: string;
  /** The fix; null if nothing is wrong. */
  cure: string | null;
  /** A JPEG in base64, drawn as a test. */
  picture?: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text, cure: null });
export const warning = (text: string, cure: string): Finding => ({ level: 'warning', text, cure });
export const error = (text: string, cure: string): Finding => ({ level: 'error', text, cure });
