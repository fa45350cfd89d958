import { formatNumber, pluralCategory } from './formats.ts';

/** A compiled message: its literal text, its pieces in order, or those of a message with tags, which is drawn by React. */
export type Compiled = string | readonly Piece[] | { rich: readonly Piece[] };

/** A part of a message: literal text, a slot, a choice by a number or a word, or a tag around further pieces. */
export type Piece =
  | string
  | { slot: string }
  | { number: string }
  | { plural: string; ordinal?: true; of: Choices }
  | { select: string; of: Choices }
  | { tag: string; of: readonly Piece[] };

type Choices = Readonly<Record<string, readonly Piece[]>>;

/** Values by the names of slots; compiled types say which of them a message takes. */
// biome-ignore lint/suspicious/noExplicitAny: each message has its own types
export type Slots = Readonly<Record<string, any>>;

/** The sentence of a message without tags. */
export const format = (pieces: readonly Piece[], slots: Slots): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : textOf(piece, slots))).join('');

function textOf(piece: Exclude<Piece, string>, slots: Slots): string {
  if ('slot' in piece) return slots[piece.slot];
  if ('number' in piece) return formatNumber(slots[piece.number]);
  return format(chosenPieces(piece, slots), slots);
}

/** Pieces inside a tag, or of the variant that the values choose. */
export function chosenPieces(piece: Extract<Piece, { of: unknown }>, slots: Slots): readonly Piece[] {
  if ('tag' in piece) return piece.of;
  const { of: choices } = piece;
  const key =
    'select' in piece ? slots[piece.select] : pluralKey(choices, slots[piece.plural], piece.ordinal);
  return choices[key] ?? choices.other ?? [];
}

const pluralKey = (choices: Choices, count: number, ordinal = false): string =>
  `=${count}` in choices ? `=${count}` : pluralCategory(count, ordinal);
