/** Result of one check. */
export interface Finding {
  level: 'ok' | 'warning' | 'error';
  /** State or problem, for operators: a clause without a full stop, and without secrets. */
  text: string;
  /** Explanation of an engine, model or server, in sentences of its own. */
  quote?: string;
  /** The fix; null if nothing is wrong. */
  cure: string | null;
  /** A JPEG in base64, drawn as a test. */
  picture?: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text, cure: null });
export const warning = (text: string, cure: string): Finding => ({ level: 'warning', text, cure });
export const error = (text: string, cure: string): Finding => ({ level: 'error', text, cure });
/** Adds an explanation in sentences of its own. */
export const withQuote = (finding: Finding, quote: string): Finding => ({ ...finding, quote });
