import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Compiled, Piece } from '../format.ts';

/**
 * Options, paths, escapes, addresses, lists of networks and names of settings that begin or end with a sign: between
 * words that run to the left, the sign would move to the other end. After a Latin letter, an option keeps its place.
 */
const TECHNICAL =
  /(?<=^[\s(`]*|[^\s!-~][\s(`]*)(?:(?:--?|\/|(?<=[\s(])\.)[a-z]|%[0-9a-f])[\w./%…-]*\w|\w+ <[^>]+>|\d[\d.]+\/\d+,[\w:/.,]*\w|[a-z][\w:/?&.=()…-]*[=_/]…?(?=[\s،؛:)»`]|\.?$|\.\s)/giu;

/**
 * Compiles one message in ICU MessageFormat. Rejects dates, times and number skeletons: `formats.ts` formats those, and
 * the message takes the result.
 * @param direction of the language; in Arabic, technical words are isolated
 * @throws Error naming the fault
 */
export function compileMessage(source: string, direction: 'ltr' | 'rtl' = 'ltr'): Compiled {
  const elements = parse(source, { requiresOtherClause: true, shouldParseSkeletons: false });
  if (direction === 'rtl') isolateTechnical(elements);
  const pieces = elements.flatMap((element) => pieceOf(element, null));
  if (direction === 'rtl' && beginsOtherwise(elements[0]) && ARABIC.test(source)) pieces.unshift('\u200f');
  if (hasTags(pieces)) return { rich: pieces };
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces;
}

const hasTags = (pieces: readonly Piece[]): boolean =>
  pieces.some(
    (piece) =>
      typeof piece === 'object' &&
      'of' in piece &&
      ('tag' in piece || Object.values(piece.of).some((choice) => hasTags(choice))),
  );

/** Arabic words, or slots joined like a sentence. Rates, sizes and times on their own stay as they are. */
const ARABIC = /\p{Script=Arabic}|^\{\w+\}(?:[،؛:.] | \()/u;

/** In another sentence or a list, a sentence runs as its first letter does, which may be of a Latin name. */
const beginsOtherwise = (first: MessageFormatElement | undefined): boolean =>
  first?.type === TYPE.argument ||
  (first?.type === TYPE.literal && /^[^\p{L}]*\p{Script=Latin}/u.test(first.value));

function isolateTechnical(elements: readonly MessageFormatElement[]): void {
  for (const element of elements) {
    if (element.type === TYPE.literal) element.value = element.value.replace(TECHNICAL, '\u2066$&\u2069');
    else if (element.type === TYPE.tag) isolateTechnical(element.children);
    else if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) isolateTechnical(value);
  }
}

function pieceOf(element: MessageFormatElement, counted: string | null): Piece[] {
  switch (element.type) {
    case TYPE.literal:
      return [element.value];
    case TYPE.argument:
      return [{ slot: element.value }];
    case TYPE.number:
      if (element.style)
        throw new Error(`{${element.value}, number} takes no style: pass a text of formats.ts`);
      return [{ number: element.value }];
    case TYPE.pound:
      return [{ number: counted ?? '' }];
    case TYPE.plural:
      if (element.offset) throw new Error(`{${element.value}, plural} takes no offset`);
      return [
        {
          plural: element.value,
          ...(element.pluralType === 'ordinal' && { ordinal: true }),
          of: choicesOf(element.options, element.value),
        },
      ];
    case TYPE.select:
      return [{ select: element.value, of: choicesOf(element.options, counted) }];
    case TYPE.tag:
      return [{ tag: element.value, of: element.children.flatMap((child) => pieceOf(child, counted)) }];
    default:
      throw new Error(`{${element.value}} is a date or a time: pass a text of formats.ts`);
  }
}

const choicesOf = (options: Record<string, { value: MessageFormatElement[] }>, counted: string | null) =>
  Object.fromEntries(
    Object.entries(options).map(([key, { value }]) => [
      key,
      value.flatMap((child) => pieceOf(child, counted)),
    ]),
  );
