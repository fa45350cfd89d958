import { trimEndOf } from '../../kit/shared/trim.ts';
import { oneLine, visibleName } from './names.ts';

/** Maximum characters of a proposed name; people may choose longer ones. */
const PROPOSAL_MAX = 60;

const words = new Intl.Segmenter('und', { granularity: 'word' });
const signs = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Makes a name from the beginning of a text, up to a word boundary, even in languages without spaces.
 * @returns null if nothing usable is left
 */
export function proposeName(said: string): string | null {
  const line = visibleName(oneLine(said));
  // A single word that is too long is cut between two graphemes.
  const start = trim(startOf(line, words)) || trim(startOf(line, signs));
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(start)) return null;
  const [first = ''] = start;
  return first.toUpperCase() + start.slice(first.length);
}

/** As many whole segments as fit. */
function startOf(line: string, segments: Intl.Segmenter): string {
  if (line.length <= PROPOSAL_MAX) return line;
  let end = 0;
  for (const { index, segment } of segments.segment(line)) {
    if (index + segment.length > PROPOSAL_MAX) break;
    end = index + segment.length;
  }
  return line.slice(0, end);
}

/** Removes punctuation that would dangle at either end. */
const trim = (text: string) =>
  trimEndOf(text.replace(/^[\s"'“”‘’«»*_`#>-]+/u, ''), /[\s.,;:…。、"'“”‘’«»*_`–—-]/u);
