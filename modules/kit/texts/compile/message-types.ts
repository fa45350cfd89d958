import type { Compiled, Piece } from '../format.ts';

/** TypeScript types of all messages: a member for each, with its slots and its English text. */
export function messageTypes(
  messages: ReadonlyMap<string, Compiled>,
  sources: ReadonlyMap<string, string>,
): string {
  const members = [...messages].map(
    ([key, message]) =>
      `  /** ${commentOf(sources.get(key) ?? '')} */\n  readonly ${key}: ${callOf(message)};\n`,
  );
  return [
    "import type { ReactNode } from 'react';\n",
    'export type Tag = (words: ReactNode) => ReactNode;\n',
    `export interface Messages {\n${members.join('')}}\n`,
  ].join('\n');
}

const commentOf = (source: string) => source.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ');

function callOf(message: Compiled): string {
  const slots = slotTypes(message);
  if (slots.size === 0) return '() => string';
  const types = [...slots].map(([name, type]) => `${name}: ${type}`);
  const isRich = typeof message === 'object' && 'rich' in message;
  return `(slots: { ${types.join('; ')} }) => ${isRich ? 'ReactNode' : 'string'}`;
}

/** Types of a message's slots by name. @throws Error if a slot is used in two ways */
export function slotTypes(message: Compiled): Map<string, string> {
  const types = new Map<string, string>();
  const add = (name: string, type: string) => {
    const known = types.get(name);
    if (known !== undefined && known !== type) throw new Error(`{${name}} is both ${known} and ${type}`);
    types.set(name, type);
  };
  const walk = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      if (typeof piece === 'string') continue;
      if ('slot' in piece) add(piece.slot, 'string');
      else if ('number' in piece) add(piece.number, 'number');
      else if ('tag' in piece) {
        add(piece.tag, 'Tag');
        walk(piece.of);
      } else {
        if ('plural' in piece) add(piece.plural, 'number');
        else
          add(
            piece.select,
            Object.keys(piece.of)
              .sort()
              .map((key) => `'${key}'`)
              .join(' | '),
          );
        for (const choice of Object.values(piece.of)) walk(choice);
      }
    }
  };
  if (typeof message !== 'string') walk('rich' in message ? message.rich : message);
  return types;
}
