import { isDanger, type Meaning, type Node } from './lexicon.ts';

/** The longest listed word that starts here, ending anywhere. */
export function longestWithin(
  root: Node,
  text: string,
  from: number,
): { length: number; meanings: Meaning[] | null } {
  let node: Node | undefined = root;
  let length = 0;
  let meanings: Meaning[] | null = null;
  for (let at = from; at < text.length; at++) {
    node = node.get(text[at] ?? '');
    if (!node) break;
    const here = node.meanings ?? node.stems;
    if (!here) continue;
    length = at + 1 - from;
    meanings = here;
  }
  return { length, meanings };
}

/** Dangerous words within a run of letters: the longest at each position, unless it lies within the previous match. */
export const wordsWithin = (root: Node, text: string, least: number): Meaning[][] =>
  placesWithin(root, text, least).map(({ meanings }) => meanings);

interface Place {
  from: number;
  to: number;
  meanings: Meaning[];
}

/** As above, with positions. */
export function placesWithin(root: Node, text: string, least: number): Place[] {
  const found: Place[] = [];
  for (let at = 0, end = 0; at < text.length; at++) {
    const { length, meanings } = longestWithin(root, text, at);
    if (!meanings || at + length <= end) continue;
    const isNumber = length === 2 && text[at] === '1';
    if (length < least && !isNumber) continue;
    const isAge = meanings.some(({ kind }) => kind === 'age') && (length > 2 || isNumber);
    if (!isAge && !meanings.some(({ kind }) => isDanger(kind) || kind === 'harmless')) continue;
    end = at + length;
    found.push({ from: at, to: end, meanings });
  }
  return found;
}

/** The meanings of a word that is the whole text. */
export function exactly(root: Node, text: string): Meaning[] | null {
  let node: Node | undefined = root;
  let stems: Meaning[] | null = null;
  for (const letter of text) {
    node = node.get(letter);
    if (!node) return stems;
    stems = node.stems ?? stems;
  }
  return node.meanings ?? stems;
}

/**
 * The dangerous meanings of a word with two adjacent letters swapped, as in chlid. Excludes words for sex, because
 * swapping their letters often makes ordinary words.
 */
export function transposed(root: Node, text: string): Meaning[] | null {
  let node: Node | undefined = root;
  for (let at = 0; at + 1 < text.length && node; at++) {
    const swapped = follow(node, `${text[at + 1]}${text[at]}${text.slice(at + 2)}`)?.meanings;
    if (swapped?.every(({ kind }) => isDanger(kind) && kind !== 'sexual')) return swapped;
    node = node.get(text[at] ?? '');
  }
  return null;
}

/** The node at the end of a text. */
export function follow(from: Node, text: string): Node | undefined {
  let node: Node | undefined = from;
  for (let at = 0; at < text.length && node; at++) node = node.get(text[at] ?? '');
  return node;
}
