import { trimEndOf } from '../../kit/shared/trim.ts';
import { m } from '../../kit/texts/m.ts';
import { oneLine } from '../contract/names.ts';

/** Maximum bytes of a dream's name in a file name; file systems allow 255 in total. */
const MAX_BYTES = 120;
/** Names that Windows reserves for devices, whatever follows the first dot. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[\d¹²³])(?=[. ]*$| *\.)/i;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Makes a dream's name safe for every file system; `untitled` if nothing is left of it. */
export function fileNameOf(name: string): string {
  const plain = oneLine(name.toWellFormed().normalize('NFC'))
    .replace(/[ \\/:*?"<>|]+/g, ' ')
    .replace(/^[. ]+/, '');
  let short = '';
  for (const { segment } of letters.segment(plain)) {
    if (bytesOf(short + segment) > MAX_BYTES) break;
    short += segment;
  }
  const kept = trimEndOf(short, /[. ]/) || m.dreams_untitled();
  return RESERVED.test(kept) ? `_${kept}` : kept;
}

/** Makes file names unique. Ignores case, because most file systems do. */
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
