import { trimEndOf } from '../../../src/kit/shared/trim.ts';
import { oneLine } from '../shared/name-key.ts';

/** Most bytes of a dream's name in the name of a file; file systems allow 255 in all. */
const MAX_BYTES = 120;
/** Names that Windows keeps for devices, whatever follows the first dot. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[\d¹²³])(?=[. ]*$| *\.)/i;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A dream's name as every file system takes it; `untitled` where nothing is left of it. */
export function fileNameOf(name: string): string {
  const plain = oneLine(name.toWellFormed().normalize('NFC'))
    .replace(/[ \\/:*?"<>|]+/g, ' ')
    .replace(/^[. ]+/, '');
  let short = '';
  for (const { segment } of letters.segment(plain)) {
    if (bytesOf(short + segment) > MAX_BYTES) break;
    short += segment;
  }
  const kept = trimEndOf(short, /[. ]/) || 'untitled';
  return RESERVED.test(kept) ? `_${kept}` : kept;
}

/** Gives names that were not given before, not in another case either: most file systems take that for the same. */
export function createUniqueNames() {
  const given = new Set<string>();
  return (stem: string, ending: string): string => {
    for (let copy = 1; ; copy += 1) {
      const name = `${stem}${copy > 1 ? ` ${copy}` : ''}${ending}`;
      const key = name.toLowerCase();
      if (given.has(key)) continue;
      given.add(key);
      return name;
    }
  };
}
