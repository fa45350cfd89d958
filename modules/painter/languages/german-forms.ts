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

const PART_MIN = 3;
const JOINT = /(?:es|en|er|s|n|e)$/;

/** Translates one part of a compound, if it is known. */
type LookUp = (part: string) => string | undefined;

/**
 * Splits a compound: "Sommerabend" is an evening in summer, "Apfelbaum" at least a tree, and "wolkenlos" means without
 * clouds. Exact matches win over parts with a stripped ending: "Sommerabend" contains no raven ("Rabe").
 */
export function splitCompound(word: string, lookUp: LookUp, lookUpWhole: LookUp): { english: string } | null {
  const [, bare] = word.match(/^(\p{L}{3,}?)(?:los|frei|leer)(?:e[nrsm]?)?$/u) ?? [];
  const missing = bare && joined(bare, lookUp);
  if (missing) return { english: `without ${missing}` };
  const english =
    inTwo(word, lookUpWhole, lookUpWhole) ?? inTwo(word, lookUp, lookUp) ?? headOf(word, lookUpWhole);
  return english === undefined ? null : { english };
}

function inTwo(word: string, lookUpHead: LookUp, lookUpFront: LookUp): string | undefined {
  for (let at = PART_MIN; at <= word.length - PART_MIN; at++) {
    const head = lookUpHead(word.slice(at));
    const front = head === undefined ? undefined : joined(word.slice(0, at), lookUpFront);
    if (front) return `${front} ${head}`.trim();
  }
  return undefined;
}

/** Translates the last part of a compound, which names the kind of thing. */
function headOf(word: string, lookUp: LookUp): string | undefined {
  for (let at = PART_MIN; at < word.length - PART_MIN; at++) {
    const head = lookUp(word.slice(at));
    if (head) return head;
  }
  return undefined;
}

/** Translates the first part of a compound, with or without a linking element. */
function joined(part: string, lookUp: LookUp): string | undefined {
  return lookUp(part) || lookUp(part.replace(JOINT, '')) || undefined;
}
