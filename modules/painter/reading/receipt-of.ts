import type { Understanding } from './read-prompt.ts';

/** The viewer's note on a prompt that wasn't painted as written. */
export function receiptOf({
  unknown,
  absent,
  hidden,
  scripts,
  changed,
  asked,
}: Understanding): string | undefined {
  const notes = [
    ...scripts.map(
      (name) => `the demo painter reads no ${name}, only English, German, French, Spanish and Japanese`,
    ),
    ...listed('not understood by the demo painter', unknown),
    ...listed('nothing to take away', absent),
    ...listed('not drawn here', hidden),
  ];
  if (notes.length > 0) return notes.join(' · ');
  if (changed) return undefined;
  return asked ? 'the picture was so already' : 'nothing in it to draw';
}

const listed = (what: string, words: readonly string[]) =>
  words.length > 0 ? [`${what}: ${words.join(', ')}`] : [];
