import { currentDirection } from './locale.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * Isolates a name or prompt that may run against its sentence (Unicode's FSI and PDI), so that it can't reorder the
 * words around it. Texts that run the same way stay as they are, and so do addresses, which people copy.
 */
export const isolated = (text: string): string =>
  text !== '' && !text.includes('://') && (currentDirection() === 'rtl' || RIGHT_TO_LEFT.test(text))
    ? `\u2068${text}\u2069`
    : text;
