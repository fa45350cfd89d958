import { isDanger, type Meaning, type Node } from './lexicon.ts';

/** The longest word from here on that a list has; ends anywhere. */
export function longestWithin(
  root: Node,
  text: string,
  from: number,
): { length: number; meanings: Meaning[] | null } {
  let node: Node | undefined = root;
  let length = 0;
  let meanings: Meaning[] | null = null;
  for (let at = from; at < text.length; at++) {
    node = node.next.get(text[at] ?? '');
    if (!node) break;
    const here = node.meanings ?? node.stems;
    if (!here) continue;
    length = at + 1 - from;
    meanings = here;
  }
  return { length, meanings };
}

/** Dangerous words within a run of letters: the longest at each place, unless it is part of the one before. */
export function wordsWithin(root: Node, text: string, least: number): Meaning[][] {
  const found: Meaning[][] = [];
  for (let at = 0, end = 0; at < text.length; at++) {
    const { length, meanings } = longestWithin(root, text, at);
    if (!meanings || length < least || at + length <= end) continue;
    if (!meanings.some(({ kind }) => isDanger(kind) || kind === 'harmless')) continue;
    found.push(meanings);
    end = at + length;
  }
  return found;
}

/** The meanings of a word that is the whole text. */
export function exactly(root: Node, text: string): Meaning[] | null {
  let node: Node | undefined = root;
  let stems: Meaning[] | null = null;
  for (const letter of text) {
    node = node.next.get(letter);
    if (!node) return stems;
    stems = node.stems ?? stems;
  }
  return node.meanings ?? stems;
}

/** The node that a text leads to. */
export function follow(from: Node, text: string): Node | undefined {
  let node: Node | undefined = from;
  for (let at = 0; at < text.length && node; at++) node = node.next.get(text[at] ?? '');
  return node;
}
