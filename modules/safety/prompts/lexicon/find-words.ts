import { isChildsAge } from './ages.ts';
import { hanWords } from './han-words.ts';
import { getLexicon, isDanger, KINDS, type Kind, type Lexicon, type Meaning, type Node } from './lexicon.ts';
import {
  BY_CHANCE,
  joinedAt,
  LONGEST,
  type Mark,
  type Read,
  shiftedAt,
  splitAt,
  starredAt,
} from './parted-words.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { exactly, transposed, wordsWithin } from './walk.ts';

/** A word as the rules see it. */
export interface Word {
  kind: Kind | 'other' | 'comma' | 'stop';
  /** describes the noun before it, as adjectives do in Romance languages */
  follows: boolean;
  /** assembled from parts separated by spaces */
  isLoose: boolean;
}

const NOUNS_FIRST = new Set([
  ...['french', 'spanish', 'portuguese', 'italian', 'romanian', 'indonesian', 'vietnamese', 'arabic'],
]);
/** Length of the longest phrase in words. */
const MAX_PHRASE = 6;
/** Korean particles that a word may end with. */
const PARTICLES =
  /^(?:들)?(?:이|가|은|는|을|를|의|에게|에|와|과|랑|이랑|도|만|한테|처럼|로|으로|에서|까지|부터|인|이다|입니다|였다|이고|하는|하고|한|하며|하다|해|해줘|줘|된|되는)?$/u;

/** The words of each reading of a text, in order. Runs in linear time. */
export function findWords(readings: readonly string[]): Word[][] {
  const runs = new Map<string, Mark[]>();
  // Readings differ only in non-CJK letters, so each CJK run is read once.
  const readRun = (text: string): Mark[] => {
    const marks =
      runs.get(text) ?? hanWords(text).map((meanings) => (meanings ? { meanings, isLoose: false } : 'other'));
    runs.set(text, marks);
    return marks;
  };
  return readings.map((text) => wordsOf(piecesOf(text), readRun));
}

type ReadRun = (text: string) => Mark[];

function wordsOf(pieces: readonly Piece[], readRun: ReadRun): Word[] {
  const marks = mark(pieces, readRun);
  const leading = leadingLanguages(marks);
  return marks.map((one): Word => {
    if (typeof one === 'string') return { kind: one, follows: false, isLoose: false };
    const { kind, follows } = readAs(one.meanings, leading);
    return { kind, follows, isLoose: one.isLoose };
  });
}

/** Function words look alike across languages, so only those of the text's own language count. */
const FUNCTION_WORDS = new Set<Kind>(['adult', 'age', 'clothes', 'pronoun', 'gap', 'joint', 'link']);

function readAs(meanings: readonly Meaning[], leading: ReadonlySet<string>): Pick<Word, 'kind' | 'follows'> {
  const isLeading = ({ language }: Meaning) => language === null || leading.has(language);
  const certain = meanings.filter((one) => isLeading(one) || !one.isAmbiguous);
  const own = certain.filter((one) => isLeading(one) || !FUNCTION_WORDS.has(one.kind));
  const counting = own.length > 0 ? own : certain;
  const kind = KINDS.find((kind) => counting.some((meaning) => meaning.kind === kind)) ?? 'other';
  const follows = counting.some(
    (meaning) => meaning.kind === kind && NOUNS_FIRST.has(meaning.language ?? ''),
  );
  return { kind, follows };
}

/** Languages of most words in a text. Ambiguous words count only if there are no others. */
function leadingLanguages(marks: readonly Mark[]): Set<string> {
  const meanings = marks.flatMap((one) => (typeof one === 'string' ? [] : [one.meanings]));
  const certain = meanings.map((all) => all.filter(({ isAmbiguous }) => !isAmbiguous));
  const counts = new Map<string, number>();
  for (const all of certain.some((one) => one.some(({ language }) => language)) ? certain : meanings)
    for (const language of new Set(all.flatMap(({ language }) => language ?? [])))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return new Set([...counts].filter(([, count]) => count === most).map(([language]) => language));
}

function mark(pieces: readonly Piece[], readRun: ReadRun): Mark[] {
  const lexicon = getLexicon();
  const spelled = spelledFrom(pieces);
  const marks: Mark[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at];
    if (!piece) break;
    if (marks.length > 0 && (piece.before === 'comma' || piece.before === 'stop')) marks.push(piece.before);
    const { marks: made, taken } =
      piece.script === 'han'
        ? readHan(readRun, pieces, at, spelled[at] ?? 0)
        : (readAt(lexicon, pieces, at, spelled[at] ?? 0) ?? { marks: readWord(lexicon, piece), taken: 1 });
    for (const one of made) marks.push(one);
    at += taken;
  }
  return marks;
}

function readAt(lexicon: Lexicon, pieces: readonly Piece[], at: number, spelled: number): Read | null {
  if (spelled > 0) return { marks: readSpelled(lexicon, pieces.slice(at, at + spelled)), taken: spelled };
  const phrase = phraseOf(lexicon.root, pieces, at);
  const joined = joinedAt(lexicon.root, pieces, at);
  if (joined && (!phrase || joined.taken > phrase.taken)) return joined;
  const shifted = shiftedAt(lexicon, pieces, at);
  if (shifted) return shifted;
  const isSure = phrase && (phrase.taken > 1 || isTelling(phrase));
  const hidden = isSure ? null : (splitAt(lexicon.root, pieces, at) ?? starredAt(lexicon.root, pieces, at));
  return hidden ?? phrase;
}

const isTelling = ({ marks }: Read) =>
  marks.some((one) => typeof one !== 'string' && one.meanings.some(({ kind }) => isDanger(kind)));

/**
 * For each piece, the number of pieces from there on that are letters of spelled-out words, else 0: at least half of
 * them must be single letters.
 */
function spelledFrom(pieces: readonly Piece[]): number[] {
  const counts = new Array<number>(pieces.length).fill(0);
  let run = 0;
  let singles = 0;
  for (let at = pieces.length - 1; at >= 0; at--) {
    const { text = '', script = 'word' } = pieces[at] ?? {};
    if (script !== pieces[at + 1]?.script) run = singles = 0;
    // Letters outside the BMP take two code units and aren't in these lists.
    if (text.length > (script === 'word' ? 2 : 1)) run = singles = 0;
    else {
      run += 1;
      if (text.length === 1) singles += 1;
    }
    counts[at] = run >= (script === 'hangul' ? 2 : 3) && singles * 2 >= run ? run : 0;
  }
  return counts;
}

/** Finds words anywhere in a run of single letters, where word boundaries are lost. */
function readSpelled(lexicon: Lexicon, pieces: readonly Piece[]): Mark[] {
  const text = pieces.map((piece) => piece.text).join('');
  const singles = pieces.filter((piece) => piece.text.length === 1).length;
  const least = singles === pieces.length || pieces[0]?.script !== 'word' ? 2 : 3;
  const found = wordsWithin(lexicon.joined, text, least);
  return found.length > 0 ? found.map((meanings) => ({ meanings, isLoose: false })) : ['other'];
}

/**
 * The longest phrase here, unless it is a harmless one that would swallow the start of a phrase about a child, as
 * "desnudo de" would in "desnudo de nueve años".
 */
function phraseOf(root: Node, pieces: readonly Piece[], at: number): Read | null {
  const phrase = phraseAt(root, pieces, at);
  if (!phrase || phrase.taken < 2 || !isOnly(phrase, 'harmless')) return phrase;
  const next = phraseAt(root, pieces, at + phrase.taken - 1);
  const isTaken = next && next.taken > 1 && isOnly(next, 'minor');
  return isTaken ? phraseAt(root, pieces, at, phrase.taken - 1) : phrase;
}

const isOnly = ({ marks }: Read, kind: Kind) =>
  marks.every((one) => typeof one !== 'string' && one.meanings.every((meaning) => meaning.kind === kind));

/** The longest listed phrase that starts here and ends at a piece boundary. */
function phraseAt(root: Node, pieces: readonly Piece[], at: number, longest = MAX_PHRASE): Read | null {
  let node: Node | undefined = root;
  let best: Read | null = null;
  for (let end = at; end < pieces.length && end - at < longest; end++) {
    const piece = pieces[end];
    if (!piece || (end > at && (piece.before === 'comma' || piece.before === 'stop'))) break;
    if (end > at) node = node?.get(' ');
    let stems: Meaning[] | null = null;
    for (let index = 0; index < piece.text.length && node; index++) {
      if (piece.script === 'hangul' && node.meanings && PARTICLES.test(piece.text.slice(index)))
        best = { marks: [{ meanings: node.meanings, isLoose: false }], taken: end - at + 1 };
      node = node.get(piece.text[index] ?? '');
      stems = node?.stems ?? stems;
    }
    const meanings = node?.meanings ?? stems;
    if (meanings) best = { marks: [{ meanings, isLoose: false }], taken: end - at + 1 };
    if (!node) break;
  }
  return best;
}

/** In shorter words, swapping two letters often makes another word, such as "une" and "nue". */
const TRANSPOSED_MIN = 5;

/**
 * Reads a word that isn't listed as written: swapped letters, doubled letters, a phrase without spaces, or a compound
 * of listed words.
 */
function readWord({ root, joined }: Lexicon, { text, script }: Piece): Mark[] {
  // The Korean "and" is a suffix.
  if (script === 'hangul' && /[와과랑]$/u.test(text)) return ['other', 'joint'];
  if (/^\p{N}+$/u.test(text))
    return [{ meanings: [{ kind: 'link', language: null, isAmbiguous: false }], isLoose: false }];
  const single = text.replace(/(.)\1/gu, '$1');
  const meanings =
    exactly(joined, text) ??
    (single.length > 3 && single !== text ? exactly(root, single) : null) ??
    (script === 'word' && text.length >= TRANSPOSED_MIN && text.length <= LONGEST && !BY_CHANCE.has(text)
      ? transposed(root, text)
      : null);
  if (meanings) return [{ meanings, isLoose: false }];
  if (text.length < 7) return ['other'];
  const within = wordsWithin(joined, text, 3).filter((meanings) =>
    meanings.some(({ kind }) => isDanger(kind)),
  );
  // A single match is mostly a coincidence, as in therapist.
  return within.length > 1 ? within.map((meanings) => ({ meanings, isLoose: true })) : ['other'];
}

/**
 * Text without spaces between words. Spaces and dots inside it don't separate words, nor do commas between spelled-out
 * letters.
 */
function readHan(read: ReadRun, pieces: readonly Piece[], at: number, spelled: number): Read {
  let text = pieces[at]?.text ?? '';
  let end = at + 1;
  for (; end < pieces.length; end++) {
    const piece = pieces[end];
    if (piece?.script !== 'han') break;
    if (end - at >= spelled && (piece.before === 'comma' || piece.before === 'stop')) break;
    text += piece.text;
  }
  const taken = end - at;
  // 12歳, 12岁
  if (!/^[歳才岁歲]/u.test(text) || !isChildsAge(pieces[at - 1]?.text ?? ''))
    return { marks: read(text), taken };
  const child: Meaning = { kind: 'minor', language: 'japanese', isAmbiguous: false };
  return { marks: [{ meanings: [child], isLoose: false }, ...read(text.slice(1))], taken };
}
