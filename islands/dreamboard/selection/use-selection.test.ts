import { expect, test } from 'vitest';
import { rangeOf } from './use-selection.ts';

test('a range extends from the last selected dream to this one, in either direction', () => {
  const list = ['a', 'b', 'c', 'd'];
  expect(rangeOf(list, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(list, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(list, 'c', 'c')).toEqual(['c']);
  expect(rangeOf(list, null, 'b')).toEqual(['b']);
  expect(rangeOf(list, 'gone', 'b')).toEqual(['b']);
});
