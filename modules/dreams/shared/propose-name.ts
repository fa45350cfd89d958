import { trimEndOf } from '../../../src/kit/shared/trim.ts';
import { oneLine, visibleName } from './name-key.ts';

/** Most characters of a name that is proposed; a person's own may be longer. */
const PROPOSAL_MAX = 60;

const words = new Intl.Segmenter('und', { granularity: 'word' });
const signs = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * A name out of what was said: its beginning, up to the end of a word, in languages without blanks too.
 * @returns null when nothing of it would make a name
 */
export function proposeName(said: string): string | null {
  const line = visibleName(oneLine(said));
  // Within one word that is longer than a name there is no better place than between two signs.
  const start = trim(startOf(line, words)) || trim(startOf(line, signs));
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(start)) return null;
  const [first = ''] = start;
  return first.toUpperCase() + start.slice(first.length);
}

/** As many whole segments as a name has room for. */
function startOf(line: string, segments: Intl.Segmenter): string {
  if (line.length <= PROPOSAL_MAX) return line;
  let end = 0;
  for (const { index, segment } of segments.segment(line)) {
    if (index + segment.length > PROPOSAL_MAX) break;
    end = index + segment.length;
  }
  return line.slice(0, end);
}

/** Without the signs that end a sentence or hang between two parts of one. */
const trim = (text: string) =>
  trimEndOf(text.replace(/^[\s"'“”‘’«»*_`#>-]+/u, ''), /[\s.,;:…。、"'“”‘’«»*_`–—-]/u);
