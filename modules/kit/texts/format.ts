import { formatNumber, pluralCategory } from './formats.ts';
import { isolated } from './isolate.ts';

/** A compiled message: literal text, a list of pieces, or, if it has tags, pieces to render with React. */
export type Compiled = string | readonly Piece[] | { rich: readonly Piece[] };

/** Part of a message: literal text, a slot, a choice by number or word, or a tag around further pieces. */
export type Piece =
  | string
  | { slot: string }
  | { number: string }
  | { plural: string; ordinal?: true; of: Choices }
  | { select: string; of: Choices }
  | { tag: string; of: readonly Piece[] };

type Choices = Readonly<Record<string, readonly Piece[]>>;

/** Slot values by name; compiled types say which ones a message takes. */
// biome-ignore lint/suspicious/noExplicitAny: each message has its own types
export type Slots = Readonly<Record<string, any>>;

/** Formats a message without tags. */
export const format = (pieces: readonly Piece[], slots: Slots): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : textOf(piece, slots))).join('');

function textOf(piece: Exclude<Piece, string>, slots: Slots): string {
  if ('slot' in piece) return isolated(slots[piece.slot]);
  if ('number' in piece) return formatNumber(slots[piece.number]);
  return format(chosenPieces(piece, slots), slots);
}

/** The pieces inside a tag, or of the variant selected by the values. */
export function chosenPieces(piece: Extract<Piece, { of: unknown }>, slots: Slots): readonly Piece[] {
  if ('tag' in piece) return piece.of;
  const { of: choices } = piece;
  const key =
    'select' in piece ? slots[piece.select] : pluralKey(choices, slots[piece.plural], piece.ordinal);
  return choices[key] ?? choices.other ?? [];
}

const pluralKey = (choices: Choices, count: number, ordinal = false): string =>
  `=${count}` in choices ? `=${count}` : pluralCategory(count, ordinal);
