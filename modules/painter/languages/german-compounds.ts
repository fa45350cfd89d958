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
