import { englishText, hasCodes } from '../kit/texts/codes.ts';
import { CODES_MAX } from './limits.ts';
import type { WorkerMessage } from './worker-messages.ts';

/** Fields with text for people, and their maximum length. */
const FIELDS: Readonly<Record<string, number>> = { label: 40, hint: 100, text: 200, message: 1000 };

/**
 * A message as workers send it: its texts in English, which relays of all versions show, and in `texts` the codes
 * behind them, by their English.
 */
export function withCodes<T extends WorkerMessage>(message: T): T {
  const texts: Record<string, string> = {};
  const english = eachText(message, (text, most) => {
    if (!hasCodes(text)) return text;
    const plain = englishText(text).slice(0, most);
    if (text.length <= CODES_MAX) texts[plain] = text;
    return plain;
  });
  return Object.keys(texts).length > 0 ? { ...english, texts } : english;
}

/**
 * The message with its codes in the place of their English.
 * @param known the code of a text without one, or that text
 */
export function codesIn<T extends WorkerMessage>(
  { texts = {}, ...message }: T,
  known: (text: string) => string,
): T {
  return eachText(message as T, (text) => (Object.hasOwn(texts, text) && texts[text]) || known(text));
}

function eachText<T>(value: T, change: (text: string, most: number) => string): T {
  if (Array.isArray(value)) return value.map((one) => eachText(one, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const most = FIELDS[name];
      return [name, typeof one === 'string' && most ? change(one, most) : eachText(one, change)];
    }),
  ) as T;
}
