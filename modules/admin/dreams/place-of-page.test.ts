import { expect, test } from 'vitest';
import { placeOfPage } from './place-of-page.ts';

const COUNTS = [
  { day: 1, n: 5 },
  { day: 4, n: 2 },
  { day: 3, n: 30 },
];

test.each<[string, number, number, { days: number[]; skip: number } | null]>([
  ['the first page', 0, 2, { days: [4], skip: 0 }],
  ['a page over several days', 1, 20, { days: [4, 3], skip: 1 }],
  ['a page within a day', 12, 10, { days: [3], skip: 10 }],
  ['a page that begins with a day', 2, 30, { days: [3], skip: 0 }],
  ['the last page, which is not full', 30, 20, { days: [3, 1], skip: 28 }],
  ['a page beyond the end', 37, 20, null],
])('%s is found', (_, offset, limit, place) => {
  expect(placeOfPage(COUNTS, offset, limit)).toEqual(place);
});

test('an empty list has no first page', () => {
  expect(placeOfPage([], 0, 20)).toBeNull();
});
