/**
 * Checks the English of code and comments: the field's terms, one per thing. `bun tests/words.ts [folders]` lists the
 * faults in folders. User-facing texts aren't checked.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['src', 'islands', 'modules', 'db', 'tests'];

/** Our own jargon, and the field's terms to use instead. */
const WORDS: Record<string, string> = {
  lifecycle: 'repository',
  nudge: 'notify',
  bury: 'take over',
  buried: 'taken over',
  seat: 'slot',
  desk: 'facade',
  tell: 'send, publish, report or log',
  tells: 'sends, publishes, reports or logs',
  told: 'sent, reported or given',
  whoever: 'the client, the caller, the worker',
  somebody: 'a person, a client',
  anew: 'again',
};
/** Exempt files: this one, and prompt grammars, which contain people's own words. */
const EXCEPT = ['tests/words.ts', 'modules/painter/languages/'];

const LISTED = Object.keys(WORDS).join('|');
const FORBIDDEN = new RegExp(`\\b(${LISTED})\\b`, 'i');
const FORBIDDEN_PART = new RegExp(`^(${LISTED})$`, 'i');
/** A comment should begin with a noun or a verb, in either case. */
const OPENING =
  /^(what|who|whom|whose|where|whether|how|that|those|so (long|many|much|few|often)|ones? (that|who|whose|with|without))\b/i;
/** Phrases that a native speaker would put differently, and their replacements. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/^of /, 'the noun itself'],
  [/(?<=\. )(What|Who|Whom|Whose)\b(?=[^?]*$|[^?]*?\.)/, 'a noun'],
  [/(?<=\. )(Ones? (that|who|whose|with|without)|Those (that|who|whose|with|without))\b/, 'a noun'],
  [/\b(null|undefined|true|false|empty|absent|throws \w+(,? \d{3})*) where\b/i, 'if'],
  [/\bwhere there (is|are|was|were)\b/i, 'if there is'],
  [/\b(is|are|was|were) to be\b/i, 'must or should'],
  [/\b(what|that|which|who|it|one) (is|are|was|were) no (?!longer|more\b|good|matter|reason)\w+/i, 'isn’t'],
  [/\b(what|that|which|it|one) (is|are|was|were) none\b/i, 'isn’t one'],
  [/\b(lies|lie|lay) (in|beside|there)\b/i, 'is stored or is'],
  [/\bbeside\b/i, 'next to, alongside or in addition to'],
  [
    /\b(for|in|at|of|by|within|after|until|every|takes?|holds?|waits?) so (long|many|much|few|often)\b(?! (that|as)\b)/i,
    'the quantity’s name',
  ],
  [/\b(is|are|was|were|be|been|once) begun\b/i, 'started'],
  [/\bbears? repetition\b/i, 'is idempotent'],
  [/\blets? (\w+ )?go\b/i, 'drops or releases'],
  [/\b(come|comes|came|coming) to (an|its|their) end\b/i, 'ends or finishes'],
  [/\bfor ever\b/i, 'forever'],
  [/\bthe same (of|once)\b/i, 'as above'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\b(is|are|was|were) away\b/i, 'is unreachable or down'],
  [/\b(breaks|broke|broken) off\b/i, 'is interrupted or aborted'],
  [/\bfore(saw|seen)\b/i, 'expected'],
  [/\bknows? no\b/i, 'has no or doesn’t support'],
  [/\bhea(rs?|rd) of\b/i, 'is notified of or called with'],
  [/\bnobody's\b/i, 'abandoned or unowned'],
  [/\basker\b/i, 'caller or client'],
  [/\b(in earnest|for want of|(has|have|had) not (a|an|any|got))\b/i, 'plainer words'],
  [/\b(thereof|therein|whereof|hereafter|lest|shall)\b/i, 'plainer words'],
];
const DECLARED = /^\s*(?:export )?(?:async )?(?:const|let|function|class|interface|type) ([\w$]+)/;

/** @returns a sentence for each comment or declared name that doesn't use the field's terms */
export function wordFaults(root: string, folders = FOLDERS): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((file) => /\.(tsx?|css)$/.test(file) && !file.startsWith('tests/.results/'))
    .filter((file) => !EXCEPT.some((path) => file.startsWith(path)))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return [...commentFaults(source), ...nameFaults(source)].map(
        ({ line, fault }) => `${file}:${line}: ${fault}`,
      );
    });
}

interface Fault {
  line: number;
  fault: string;
}

const commentFaults = (source: string): Fault[] =>
  commentsOf(source).flatMap(({ line, text: whole }) => {
    const text = whole.replaceAll(/`[^`]*`/g, '``');
    const faults: string[] = [];
    if (OPENING.test(text)) faults.push(`begins with “${text.split(' ')[0]}”`);
    const [, word] = FORBIDDEN.exec(text) ?? [];
    if (word) faults.push(`says “${word}” for ${WORDS[word.toLowerCase()]}`);
    for (const [phrase, plain] of PHRASES) {
      const [found] = phrase.exec(text) ?? [];
      if (found) faults.push(`says “${found}” for ${plain}`);
    }
    return faults.map((fault) => ({ line, fault: `the comment ${fault}: ${text.slice(0, 90)}` }));
  });

const nameFaults = (source: string): Fault[] =>
  source.split('\n').flatMap((text, index) => {
    const [, name = ''] = DECLARED.exec(text) ?? [];
    const parts = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[ _]/);
    const word = parts.find((part) => FORBIDDEN_PART.test(part));
    return word
      ? [{ line: index + 1, fault: `the name ${name} says “${word}” for ${WORDS[word.toLowerCase()]}` }]
      : [];
  });

interface Comment {
  line: number;
  text: string;
}

/** A file's comments, with consecutive line comments joined. */
function commentsOf(source: string): Comment[] {
  const found: Comment[] = [];
  let open = false;
  for (const [index, raw] of source.split('\n').entries()) {
    const text = raw.trim();
    const isBlock = text.startsWith('/*') || (text.startsWith('*') && open);
    const isLine = text.startsWith('//');
    if (!isBlock && !isLine) {
      open = false;
      continue;
    }
    const words = text.replace(/^(\/\*\*?|\*\/?|\/\/)\s?/, '').replace(/\s*\*\/$/, '');
    const last = found.at(-1);
    if (open && last) last.text = `${last.text} ${words}`.trim();
    else found.push({ line: index + 1, text: words });
    open = isLine || !text.endsWith('*/');
  }
  return found;
}

if (import.meta.main) {
  const named = process.argv.slice(2);
  const faults = wordFaults(join(import.meta.dirname, '..'), named.length > 0 ? named : FOLDERS);
  for (const fault of faults) console.log(fault);
  console.log(`${faults.length} faults`);
}
