import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';

/** Harmless words of dreams that hold a banned one. */
const HARMLESS = [
  'moby dick',
  'philip k. dick',
  'philip k dick',
  'dick tracy',
  'cockpit',
  'shiitake',
  'shitake',
  'pussy willow',
  'pussycat',
  'blue tit',
  'blue tits',
  'great tit',
  'great tits',
  'tit for tat',
  'rapeseed',
  'chink of light',
  'chinks of light',
];

let matcher: RegExpMatcher | undefined;

/** Made of some hundred patterns when the first text comes, and not while a page or a server starts. */
function getMatcher(): RegExpMatcher {
  if (matcher) return matcher;
  const list = englishDataset.build();
  matcher = new RegExpMatcher({
    ...list,
    whitelistedTerms: [...(list.whitelistedTerms ?? []), ...HARMLESS],
    ...englishRecommendedTransformers,
  });
  return matcher;
}

/** Puts "flower" in the place of every banned word. A word counts whole, so no half of it stays behind. */
export function replaceBannedWords(text: string): string {
  const matches = getMatcher().getAllMatches(text, true);
  let clean = '';
  let from = 0;
  for (const { startIndex, endIndex } of matches) {
    if (startIndex < from) continue;
    const start = wordStart(text, startIndex);
    const end = wordEnd(text, endIndex);
    clean += `${text.slice(from, Math.max(from, start))}flower`;
    from = end;
  }
  return clean + text.slice(from);
}

const isWordPart = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}\p{M}'’*$@]/u.test(character);

function wordStart(text: string, index: number): number {
  let at = index;
  while (at > 0 && isWordPart(text[at - 1])) at--;
  return at;
}

function wordEnd(text: string, lastIndex: number): number {
  let at = lastIndex + 1;
  while (at < text.length && isWordPart(text[at])) at++;
  return at;
}
