import { createElement, Fragment, type ReactNode } from 'react';
import { chosenPieces, format, type Piece, type Slots } from './format.ts';

/** The sentence of a message with tags, each drawn by the function in the slot of its name. */
export const formatRich = (pieces: readonly Piece[], slots: Slots): ReactNode =>
  createElement(Fragment, null, ...pieces.map((piece) => nodeOf(piece, slots)));

function nodeOf(piece: Piece, slots: Slots): ReactNode {
  if (typeof piece === 'string' || !('of' in piece)) return format([piece], slots);
  const inner = formatRich(chosenPieces(piece, slots), slots);
  return 'tag' in piece ? slots[piece.tag](inner) : inner;
}
