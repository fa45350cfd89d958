import { describe, expect, test } from 'vitest';
import { matchesEtag, parseRange, pickEncoding } from './negotiate.ts';

describe('the encoding of an asset', () => {
  const all = ['identity', 'br', 'gzip'] as const;
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['deflate', 'identity'],
    ['BR', 'br'],
    [undefined, 'identity'],
  ])('for "%s" is %s', (header, expected) => {
    expect(pickEncoding(header, all)).toBe(expected);
  });

  test('is always one that exists', () => {
    expect(pickEncoding('br, gzip', ['identity'])).toBe('identity');
  });
});

test('a matching ETag is recognised, weak or strong', () => {
  expect(matchesEtag('"a", W/"b"', '"b"')).toBe(true);
  expect(matchesEtag('*', '"b"')).toBe(true);
  expect(matchesEtag('"c"', '"b"')).toBe(false);
  expect(matchesEtag(undefined, '"b"')).toBe(false);
});

test.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=6-5', null],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-', null],
  ['items=0-3', null],
  [undefined, null],
])('of ten bytes, %s is %j', (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected);
});
