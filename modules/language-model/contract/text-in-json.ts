/** Field names that models use for the requested text, best first. */
const TEXT_FIELDS =
  /prompt$|title$|^(?:name|answer|output|text|content|response|result|description|scene|caption|message)$/;
/** Fields next to it that are never the text. */
const OTHER_FIELDS =
  /^(?:negative|original|user|system)|reason|thought|thinking|explanation|note|^(?:role|type|id|lang|language|seed)$/;

const START = /\{\s*["'“]|\[\s*["'“{]/;
/** A key and its text, even if the text is cut off. */
const LOOSE = /["'“](\w+)["'”]\s*:\s*(?:["“]((?:\\.|[^"”\\])*)|'((?:\\.|[^'\\])*))/g;
const DEPTH_MAX = 4;

/**
 * The text in an answer that is or contains JSON, even if it is cut off.
 * @returns null if there is no JSON; blank if the JSON has no such text
 */
export function textInJson(answer: string): string | null {
  const start = answer.search(START);
  if (start < 0) return null;
  const end = Math.max(answer.lastIndexOf('}'), answer.lastIndexOf(']'));
  try {
    return textOf(JSON.parse(answer.slice(start, end + 1)), DEPTH_MAX);
  } catch {
    const found = [...answer.slice(start).matchAll(LOOSE)].map(
      ([, key = '', quoted, text = '']): [string, unknown] => [
        key,
        (quoted ?? text).replace(/\\n/g, '\n').replace(/\\(.)/g, '$1'),
      ],
    );
    return found.length > 0 ? textOf(Object.fromEntries(found), DEPTH_MAX) : start === 0 ? '' : null;
  }
}

function textOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth === 0) return '';
  const texts = (values: unknown[]) =>
    values.map((one) => textOf(one, depth - 1)).filter((text) => text.trim());
  if (Array.isArray(value)) return texts(value)[0] ?? '';
  const entries = Object.entries(value).filter(([key]) => !OTHER_FIELDS.test(fold(key)));
  const candidates = entries.filter(([key]) => TEXT_FIELDS.test(fold(key))).map(([, one]) => one);
  const [best] = texts(candidates);
  // If no field has the whole text, the parts together describe it: {"place": …, "light": …}.
  return best ?? texts(entries.map(([, one]) => one)).join(', ');
}

const fold = (key: string) => key.toLowerCase().replace(/[^a-z]/g, '');
