/** A script or language that the painter can't read, as receipts name it. */
export type UnreadScript = (typeof SCRIPTS)[number][0] | 'other';

const SCRIPTS = [
  ['arabic', /\p{Script=Arabic}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['thai', /\p{Script=Thai}/u],
  ['hindi', /\p{Script=Devanagari}/u],
  ['korean', /\p{Script=Hangul}/u],
] as const;
const READ =
  /[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]/u;

/** Finds the scripts in a text that the painter can't read. */
export function unreadScripts(text: string): UnreadScript[] {
  const letters = text.match(/\p{L}/gu) ?? [];
  const found: UnreadScript[] = SCRIPTS.filter(([, script]) =>
    letters.some((letter) => script.test(letter)),
  ).map(([name]) => name);
  const isListed = (letter: string) => SCRIPTS.some(([, script]) => script.test(letter));
  if (letters.some((letter) => !READ.test(letter) && !isListed(letter))) found.push('other');
  return found;
}
