import { NO_CONTEXT, readPrompt, wordFault } from './word-rule.ts';

const ALONE = { adults: true, pictured: false, context: NO_CONTEXT };

/**
 * True for a prompt that asks for sexual content with children. Needs the prompt as typed, before banned words are
 * replaced.
 */
export const asksForMinors = (text: string): boolean => wordFault(readPrompt(text), ALONE) === 'minors';
