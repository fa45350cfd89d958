import { englishText } from './codes.ts';
import { inCodes } from './in-codes.ts';

/** A sentence of a catalog with its slots, in the order of the English. */
export interface KnownSentence {
  text: (slots: never) => string;
  slots: readonly string[];
}

/** A sentence in a sentence in a sentence; codes in codes grow with each level. */
const MAX_DEPTH = 2;
/** Stands for a value; no text has it otherwise. */
const MARK = '\u0000';

/**
 * Finds the code of an English sentence that comes from code without catalogs, or from an older version.
 * @returns a function that returns the code, or any other text as it is
 */
export function createKnownSentences(known: readonly KnownSentence[]): (text: string) => string {
  let patterns: { parts: readonly string[]; sentence: KnownSentence }[] | null = null;
  let plain: ReadonlyMap<string, string> = new Map();

  function learn() {
    const all = known.map((sentence) => {
      const code = codeOf(
        sentence,
        sentence.slots.map(() => MARK),
      );
      return { parts: englishText(code).split(MARK), sentence, code };
    });
    plain = new Map(all.flatMap(({ parts, code }) => (parts.length === 1 ? [[parts[0] ?? '', code]] : [])));
    return all.filter(({ parts }) => parts.length > 1);
  }

  function find(text: string, depth: number): string {
    patterns ??= learn();
    const code = plain.get(text);
    if (code !== undefined || depth === MAX_DEPTH) return code ?? text;
    for (const { parts, sentence } of patterns) {
      const values = valuesIn(text, parts);
      if (values)
        return codeOf(
          sentence,
          values.map((value) => find(value, depth + 1)),
        );
    }
    return text;
  }

  return (text) => find(text, 0);
}

const codeOf = ({ text, slots }: KnownSentence, values: readonly string[]): string =>
  inCodes(() => text(Object.fromEntries(slots.map((name, index) => [name, values[index]])) as never));

/** The values between the parts of a sentence; null for another sentence. */
function valuesIn(text: string, [start = '', ...parts]: readonly string[]): string[] | null {
  if (!text.startsWith(start)) return null;
  const values: string[] = [];
  let at = start.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const end = isLast ? text.length - part.length : text.indexOf(part, at);
    if (end < at || (isLast && !text.endsWith(part))) return null;
    values.push(text.slice(at, end));
    at = end + part.length;
  }
  return values;
}
