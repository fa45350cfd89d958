import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FORMATS = 'modules/kit/texts/';
const FORMATTER =
  /new Intl\.(NumberFormat|DateTimeFormat|PluralRules|ListFormat|RelativeTimeFormat|DisplayNames)|\.toLocale(Date|Time)?String\(/;

/** @returns one sentence for each text or format that doesn't follow the reader's language */
export function textFaults(root: string): string[] {
  const sources = ['src', 'islands', 'modules'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
  );
  const own = sources
    .filter(({ file, text }) => !file.startsWith(FORMATS) && FORMATTER.test(text))
    .map(({ file }) => file);
  return [
    ...own.map((file) => `${file} makes a formatter of its own: use ${FORMATS}formats.ts`),
    ...sources.flatMap(({ file, text }) =>
      earlyTexts(text).map(
        (call) => `${file} calls ${call}() when it is imported, in no language: call it later`,
      ),
    ),
  ];
}

/** Texts that a file takes as it is imported: calls in a declaration of its own, outside of functions. */
export const earlyTexts = (source: string): string[] =>
  source
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*$/gm, '')
    .split(/\n(?=[^\s)\]}])/)
    .filter((statement) => /^(?:export )?(?:const|let|default)\b/.test(statement))
    .flatMap(callsOutsideOfFunctions);

function callsOutsideOfFunctions(statement: string): string[] {
  // For each open bracket, what stands in it since the last comma, and how many calls were found before it.
  const open = [{ before: '', found: 0 }];
  const calls: string[] = [];
  for (const [index, letter] of [...statement].entries()) {
    const inner = open.at(-1) ?? { before: '', found: 0 };
    if (letter === 'm' && !/[\w$.]$/.test(inner.before)) {
      const [, key] = /^m\.(\w+)\(/.exec(statement.slice(index, index + 80)) ?? [];
      if (key && !open.some(({ before }) => IN_FUNCTION.test(before))) calls.push(`m.${key}`);
    }
    if ('([{'.includes(letter)) open.push({ before: '', found: calls.length });
    else if (')]}'.includes(letter)) {
      open.pop();
      // Defaults of parameters.
      if (/^\s*(?::[^={]*)?=>/.test(statement.slice(index + 1))) calls.length = inner.found;
      const outer = open.at(-1);
      if (outer) outer.before += '()';
    } else inner.before = letter === ',' ? '' : inner.before + letter;
  }
  return calls;
}

/** An arrow, or the head of a function or a method. */
const IN_FUNCTION = /=>|\bfunction\b|\)\s*(?::[^=]*)?$/;
