import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['src', 'islands', 'modules', 'db', 'tests'];

/** Words of a private English, and what the field says. */
const WORDS: Record<string, string> = {
  lifecycle: 'repository',
  nudge: 'notify',
  bury: 'take over',
  seat: 'slot',
  tell: 'send, publish, report or log',
  tells: 'sends, publishes, reports or logs',
  told: 'sent, reported or given',
  whoever: 'the client, the caller, the worker',
  somebody: 'a person, a client',
  anew: 'again',
};
const FORBIDDEN = new RegExp(`\\b(${Object.keys(WORDS).join('|')})\\b`, 'i');
/** A comment begins with the noun or the verb. */
const OPENING = /^(What|Who|Whom|Whose|Where|Whether|How)\b/;

/** @returns one sentence for each comment or name that is not in the field's words */
export function wordFaults(root: string, folders = FOLDERS): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter(
      (file) => /\.tsx?$/.test(file) && !file.startsWith('tests/.results/') && file !== 'tests/words.ts',
    )
    .flatMap((file) =>
      commentsOf(readFileSync(join(root, file), 'utf8')).flatMap(({ line, text }) => {
        const faults: string[] = [];
        if (OPENING.test(text)) faults.push(`begins with “${text.split(' ')[0]}”`);
        const [, word] = FORBIDDEN.exec(text) ?? [];
        if (word) faults.push(`says “${word}” for ${WORDS[word.toLowerCase()]}`);
        return faults.map((fault) => `${file}:${line}: the comment ${fault}: ${text.slice(0, 90)}`);
      }),
    );
}

interface Comment {
  line: number;
  text: string;
}

/** Comments of a file, joined where several lines are one. */
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
    if (open && last) last.text += ` ${words}`;
    else found.push({ line: index + 1, text: words });
    open = isLine || !text.endsWith('*/');
  }
  return found;
}

if (import.meta.main) {
  const faults = wordFaults(
    join(import.meta.dirname, '..'),
    process.argv.slice(2).length > 0 ? process.argv.slice(2) : FOLDERS,
  );
  for (const fault of faults) console.log(fault);
  console.log(`${faults.length} faults`);
}
