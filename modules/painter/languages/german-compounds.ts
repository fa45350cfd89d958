const PART_MIN = 3;
const JOINT = /(?:es|en|er|s|n|e)$/;

/** The English of one part, or nothing. */
type LookUp = (part: string) => string | undefined;

/**
 * "Sommerabend" is an evening in summer, "Apfelbaum" at least a tree, and "wolkenlos" without clouds. Parts that
 * stand in the table as they are come before those that had to lose an ending: "Somme-rabend" is no raven.
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

/** The kind of thing that a compound names. */
function headOf(word: string, lookUp: LookUp): string | undefined {
  for (let at = PART_MIN; at < word.length - PART_MIN; at++) {
    const head = lookUp(word.slice(at));
    if (head) return head;
  }
  return undefined;
}

/** A part as it stands before another, with or without what joins them. */
function joined(part: string, lookUp: LookUp): string | undefined {
  return lookUp(part) || lookUp(part.replace(JOINT, '')) || undefined;
}
