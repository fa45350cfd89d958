/** Requested return paths after a sign-in, and the path that each resolves to; null: the default page. */
export const PATH_FORMS: readonly (readonly [given: string, path: string | null])[] = [
  ['/dreamboard', '/dreamboard'],
  ['/', '/'],
  ['/session?session_id=x#top', '/session?session_id=x#top'],
  ['/settings?next=//evil.example', '/settings?next=//evil.example'],
  ['/a/../b', '/b'],
  ['/a/./b', '/a/b'],
  ['/a//b', '/a//b'],
  ['/%2f/evil.example', '/%2f/evil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
  ['/@evil.example', '/@evil.example'],
  ['/träume?q=ü', '/tr%C3%A4ume?q=%C3%BC'],
  ['', null],
  ['dreamboard', null],
  ['https://evil.example', null],
  ['https:evil.example', null],
  ['javascript:alert(1)', null],
  ['//evil.example', null],
  ['///evil.example', null],
  ['/\\evil.example', null],
  ['\\/evil.example', null],
  ['\\\\evil.example', null],
  ['/a\\b', null],
  ['/\t/evil.example', null],
  ['/\n/evil.example', null],
  ['/a\r\nSet-Cookie: sid=x', null],
  ['\t//evil.example', null],
  [' //evil.example', null],
  ['/\0/evil.example', null],
  ['/.//evil.example', null],
  ['/..//evil.example', null],
  ['/.///evil.example', null],
  ['/././/evil.example', null],
  ['/x/..//evil.example', null],
  ['/x/y/../..//evil.example', null],
  ['/%2e//evil.example', null],
  ['/%2E%2e//evil.example', null],
  ['/x/%2e%2e//evil.example', null],
  ['/.%2e//user@evil.example', null],
  ['/.//\u3002evil.example', null],
  ['//user:word@evil.example/x', null],
  ['//[', null],
  [`/${'a'.repeat(2000)}`, null],
];

const PIECES = [
  ...[
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    '%2E',
    '%2f',
    '%5c',
    '%00',
    '%0d%0a',
    '%',
    '?',
    '#',
    '@',
    ':',
    '[',
    ']',
  ],
  ...[
    'evil.example',
    'user:word@',
    'http:',
    'https://',
    'javascript:',
    'a',
    'ü',
    '\u3002',
    '\uff0f',
    '\u200b',
    '\ud800',
  ],
  ...['\t', '\n', '\r', '\0', '\x7f', '\u0085', ' ', ';', '&', '='],
];

/** Random paths assembled from dangerous pieces; the same seed yields the same paths. */
export function* oddPaths(count: number, seed = 1): Generator<string> {
  let state = seed;
  const below = (most: number) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
  for (let made = 0; made < count; made += 1) {
    const start = below(8) === 0 ? '' : '/';
    yield start + Array.from({ length: 1 + below(9) }, () => PIECES[below(PIECES.length)]).join('');
  }
}
