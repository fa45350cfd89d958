/** Ways to hide words from blocklists while people can still read them. */
const letters = (text: string, change: (letter: string, index: number) => string) =>
  Array.from(text, (one, index) => (/\p{L}/u.test(one) ? change(one, index) : one)).join('');
const words = (text: string, change: (word: string) => string) => text.replace(/[\p{L}\p{M}]+/gu, change);
const between = (sign: string) => (text: string) => words(text, (word) => Array.from(word).join(sign));
const swap = (map: Record<string, string>) => (text: string) =>
  letters(text, (one) => map[one] ?? map[one.toLowerCase()] ?? one);
/** Inserts a sign in the middle of each word. */
const within = (sign: string) => (text: string) =>
  words(text, (word) => {
    const all = Array.from(word);
    return all.length < 3
      ? word
      : `${all.slice(0, all.length >> 1).join('')}${sign}${all.slice(all.length >> 1).join('')}`;
  });
const shifted =
  (first: number, firstSmall = first) =>
  (text: string) =>
    text.replace(/[a-z]/gi, (one) =>
      String.fromCodePoint((one < 'a' ? first : firstSmall) + one.toLowerCase().charCodeAt(0) - 97),
    );
const CYRILLIC = {
  a: 'а',
  e: 'е',
  o: 'о',
  p: 'р',
  c: 'с',
  x: 'х',
  y: 'у',
  i: 'і',
  s: 'ѕ',
  j: 'ј',
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
};
const once = (map: Record<string, string>) => (text: string) =>
  words(text, (word) => {
    let isDone = false;
    return letters(word, (one) => {
      const other = isDone ? undefined : map[one.toLowerCase()];
      isDone ||= other !== undefined;
      return other ?? one;
    });
  });

export const DISGUISES: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  capitals: (text) => text.toUpperCase(),
  'every other capital': (text) => letters(text, (one, index) => (index % 2 ? one.toUpperCase() : one)),
  'letters with blanks': between(' '),
  'letters with dots': between('.'),
  'letters with dots and blanks': between('. '),
  'letters with hyphens': between('-'),
  'letters with underscores': between('_'),
  'letters with stars': between('*'),
  'letters with slashes': between('/'),
  'letters with emoji': between('🌸'),
  'letters with commas': between(','),
  'a dot within': within('.'),
  'a hyphen within': within('-'),
  'zero-width space': between('\u200b'),
  'zero-width joiner': between('\u200d'),
  'soft hyphen': within('\u00ad'),
  'word joiner': between('\u2060'),
  'byte order mark': within('\ufeff'),
  'combining grapheme joiner U+034F': between('\u034f'),
  'variation selector U+FE0F': between('\ufe0f'),
  'Mongolian selector U+180B': between('\u180b'),
  'Mongolian vowel separator': within('\u180e'),
  'tag characters': between('\u{e0061}'),
  'Hangul filler': between('\u3164'),
  'direction marks': (text) => `\u202d${between('\u200e')(text)}\u202c`,
  'variation supplement': between('\u{e0100}'),
  'one Cyrillic or Latin look-alike': once(CYRILLIC),
  'all Cyrillic look-alikes': swap(CYRILLIC),
  'Greek look-alikes': swap({ a: 'α', o: 'ο', p: 'ρ', v: 'ν', i: 'ι', k: 'κ', n: 'η', u: 'υ' }),
  'full width': (text) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  'mathematical bold': shifted(0x1d400, 0x1d41a),
  'in circles': shifted(0x24b6, 0x24d0),
  'in boxes': shifted(0x1f170),
  'flags’ letters': shifted(0x1f1e6),
  'small capitals': swap({
    a: 'ᴀ',
    b: 'ʙ',
    c: 'ᴄ',
    d: 'ᴅ',
    e: 'ᴇ',
    g: 'ɢ',
    h: 'ʜ',
    i: 'ɪ',
    j: 'ᴊ',
    k: 'ᴋ',
    l: 'ʟ',
    m: 'ᴍ',
    n: 'ɴ',
    o: 'ᴏ',
    p: 'ᴘ',
    r: 'ʀ',
    s: 'ꜱ',
    t: 'ᴛ',
    u: 'ᴜ',
    v: 'ᴠ',
    w: 'ᴡ',
    y: 'ʏ',
    z: 'ᴢ',
  }),
  digits: swap({ a: '4', e: '3', i: '1', o: '0', s: '5' }),
  signs: swap({ a: '@', s: '$', i: '!', l: '|' }),
  accents: (text) => letters(text, (one) => (/[a-zа-я]/i.test(one) ? `${one}\u0301\u0323` : one)),
  'held letters': (text) => words(text, (word) => word.replace(/[aeiouаеиоуыэюя]/i, '$&$&$&$&')),
};
