import { isDanger, type Kind, type Lexicon, type Meaning, type Node } from './lexicon.ts';
import type { Piece } from './pieces.ts';
import { exactly, follow, placesWithin } from './walk.ts';

interface Found {
  meanings: Meaning[];
  isLoose: boolean;
}
/** A listed word, a comma, the end of a sentence, or an unlisted word. */
export type Mark = Found | 'comma' | 'stop' | 'joint' | 'other';

export type Read = { marks: Mark[]; taken: number };

export const LONGEST = 32;
/** Ordinary words that look like disguised ones: joined, or with two letters swapped. */
export const BY_CHANCE = new Set([
  'pen is',
  'por no',
  'an us',
  'an al',
  'the rapist',
  'nu de',
  'men or',
  'as s',
  'de nuda',
  'no vio',
  'in fant',
  'boo bs',
  'sex y',
  'shoat',
  'shoats',
  'peens',
]);

/** A word whose letters are separated by punctuation, as in na-ked. */
export function joinedAt(root: Node, pieces: readonly Piece[], at: number): Read | null {
  const first = pieces[at];
  let node = first && pieces[at + 1]?.before === 'tight' ? follow(root, first.text) : undefined;
  let best: Read | null = null;
  for (let end = at + 1; node && pieces[end]?.before === 'tight'; end++) {
    const piece = pieces[end];
    if (piece?.script !== first?.script) break;
    node = follow(node, piece?.text ?? '');
    const meanings = node?.meanings ?? node?.stems;
    if (meanings?.some(({ kind }) => isDanger(kind)))
      best = { marks: [{ meanings, isLoose: false }], taken: end - at + 1 };
  }
  return best;
}

/** A word with a symbol in place of one letter, as in n*ked. */
export function starredAt(root: Node, pieces: readonly Piece[], at: number): Read | null {
  const [first, second] = pieces.slice(at, at + 2);
  if (!first || !second || !/^[*#%•]$/u.test(second.gap)) return null;
  const begun = follow(root, first.text);
  for (const node of begun?.children() ?? []) {
    const meanings = follow(node, second.text)?.meanings;
    if (meanings?.some(({ kind }) => isDanger(kind)))
      return { marks: [{ meanings, isLoose: false }], taken: 2 };
  }
  return null;
}

/** A word split by one space, if one of the halves isn't a word. */
export function splitAt(root: Node, pieces: readonly Piece[], at: number): Read | null {
  const [first, second] = pieces.slice(at, at + 2);
  if (!first || second?.before !== 'space' || first.script !== second.script) return null;
  const text = first.text + second.text;
  if (text.length < 4 || text.length > LONGEST || BY_CHANCE.has(`${first.text} ${second.text}`)) return null;
  const noWords = [first, second].filter(
    ({ text: half }) => !exactly(root, half) && (half.length <= 3 || !/[aeiouyаеиоуыэюя]/.test(half)),
  ).length;
  const meanings = exactly(root, text);
  // Short words often match by coincidence.
  if (noWords < (text.length > 4 ? 1 : 2) || !meanings?.some(({ kind }) => isDanger(kind))) return null;
  return { marks: [{ meanings, isLoose: true }], taken: 2 };
}

/**
 * A child and a word that describes it, with the space between them shifted, as in "nake dchild"; the letters must
 * consist of exactly these two words.
 */
export function shiftedAt({ root, joined }: Lexicon, pieces: readonly Piece[], at: number): Read | null {
  const [first, second] = pieces.slice(at, at + 2);
  if (!first || second?.before !== 'space' || first.script !== 'word' || second.script !== 'word')
    return null;
  const text = first.text + second.text;
  if (text.length < 7 || text.length > LONGEST || (exactly(root, first.text) && exactly(root, second.text)))
    return null;
  const places = placesWithin(joined, text, 4);
  const isWhole = places[0]?.from === 0 && places.at(-1)?.to === text.length;
  const kinds = new Set(places.flatMap(({ meanings }) => meanings.map(({ kind }) => kind)));
  const isPair = kinds.has('minor') && SAID_OF_CHILDREN.some((kind) => kinds.has(kind));
  if (places.length !== 2 || !isWhole || !isPair) return null;
  return { marks: places.map(({ meanings }) => ({ meanings, isLoose: true })), taken: 2 };
}
const SAID_OF_CHILDREN: readonly Kind[] = ['bare', 'undress', 'explicit', 'sexual', 'alluring'];
