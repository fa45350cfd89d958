import type { Word } from './word.ts';

/** Prefixes that German moves to the end of the clause. */
const PREFIXES = new Set(
  (
    'auf an ab aus ein unter weg fort los nach nieder vorbei vorüber zurück hinzu herein heraus herauf hervor heran ' +
    'hinein hinaus hinauf herab hinab empor herum zu über hoch davon weiter wieder rein raus ran um nieder dazu'
  )
    .split(' ')
    .map((word) => word.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')),
);
/** Maximum distance of the two halves, in words. */
const REACH = 8;

/** Puts a separated prefix behind its verb: "die Sonne geht jetzt unter" becomes "die Sonne geht unter jetzt". */
export function joinVerbs(words: readonly Word[], known: ReadonlyMap<string, string>): readonly Word[] {
  const joined = [...words];
  for (let at = 2; at < joined.length; at++) {
    const prefix = joined[at] as Word;
    if (!PREFIXES.has(prefix.text)) continue;
    for (let verb = at - 2; verb >= Math.max(0, at - REACH); verb--) {
      if (joined[verb]?.stop) break;
      if (!known.has(`${joined[verb]?.text} ${prefix.text}`)) continue;
      const before = joined[at - 1] as Word;
      if (prefix.stop) joined[at - 1] = { ...before, stop: true };
      joined.splice(at, 1);
      joined.splice(verb + 1, 0, { text: prefix.text, original: prefix.original });
      break;
    }
  }
  return joined;
}
