import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';

/** Harmless words of dreams that hold a banned one. */
const HARMLESS = [
  ...['moby dick', 'philip k. dick', 'philip k dick', 'dick tracy', 'dick turpin', 'dick van dyke'],
  ...['dick whittington', 'spotted dick', 'penistone'],
  ...['pussy cat', 'pussycat', 'pussy willow'],
  ...['blue tit', 'great tit', 'coal tit', 'marsh tit', 'willow tit', 'crested tit', 'tailed tit'],
  ...['tit for tat', 'footed booby', 'brown booby', 'masked booby', 'booby trap', 'booby prize', 'boob tube'],
  ...['cockpit', 'cock pheasant', 'cock and hen', 'cock and bull', 'wild ass', 'ox and ass', 'ass and ox'],
  ...['shiitake', 'shitake', 'cum laude', 'bastard sword', 'flame retardant', 'fire retardant'],
  ...['rapeseed', 'oilseed rape', 'rape field', 'field of rape', 'fields of rape', 'rape blossom'],
  ...['chink of light', 'chinks of light', 'chink in the', 'chinks in the'],
  ...[
    'faggot of wood',
    'faggots of wood',
    'faggot of sticks',
    'faggots of sticks',
    'sea dyke',
    'offa’s dyke',
  ],
  ...['moby-dick', 'pussy-cat', 'cock crow', 'booby bird', 'footed boobies', 'rape flower', 'chink in'],
  // German for thick
  'dicke',
];

let matcher: RegExpMatcher | undefined;

/** Made of some hundred patterns when the first text comes, and not while a page or a server starts. */
function getMatcher(): RegExpMatcher {
  if (matcher) return matcher;
  const list = englishDataset.build();
  matcher = new RegExpMatcher({
    ...list,
    whitelistedTerms: [...(list.whitelistedTerms ?? []), ...HARMLESS.flatMap(spellings)],
    ...englishRecommendedTransformers,
  });
  return matcher;
}

/** As two words or joined by a hyphen, one or several. */
const spellings = (words: string): string[] =>
  [words, words.replaceAll(' ', '-')].flatMap((form) => [form, `${form}s`]);

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
