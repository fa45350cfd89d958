import { formatList } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import { joinSentences } from '../../kit/texts/sentences.ts';
import type { UnreadScript } from '../languages/scripts.ts';
import type { Understanding } from './read-prompt.ts';

const SCRIPTS: Record<UnreadScript, () => string> = {
  arabic: m.painter_script_arabic,
  cyrillic: m.painter_script_cyrillic,
  greek: m.painter_script_greek,
  hebrew: m.painter_script_hebrew,
  hindi: m.painter_script_hindi,
  korean: m.painter_script_korean,
  other: m.painter_script_other,
  thai: m.painter_script_thai,
};

/** The viewer's note on a prompt that wasn't painted as written. */
export function receiptOf(understood: Understanding): string | undefined {
  const { unknown, absent, hidden, scripts, changed, asked } = understood;
  const listed = (words: readonly string[]) => formatList(words, 'unit');
  const notes = [
    scripts.length > 0 &&
      m.painter_receipt_unread({ scripts: formatList(scripts.map((name) => SCRIPTS[name]())) }),
    unknown.length > 0 && m.painter_receipt_unknown({ words: listed(unknown) }),
    absent.length > 0 && m.painter_receipt_absent({ things: listed(absent) }),
    hidden.length > 0 && m.painter_receipt_hidden({ things: listed(hidden) }),
  ].filter(Boolean);
  if (notes.length > 0) return joinSentences(notes);
  if (changed) return undefined;
  return asked ? m.painter_receipt_unchanged() : m.painter_receipt_empty();
}
