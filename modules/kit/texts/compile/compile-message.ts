import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Compiled, Piece } from '../format.ts';

/**
 * Compiles one message in ICU MessageFormat. Rejects dates, times and number skeletons: `formats.ts` formats those, and
 * the message takes the result.
 * @throws Error naming the fault
 */
export function compileMessage(source: string): Compiled {
  const pieces = parse(source, { requiresOtherClause: true, shouldParseSkeletons: false }).flatMap(
    (element) => pieceOf(element, null),
  );
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
