import { expect, test } from 'vitest';
import { pictureRate } from './picture-rate.ts';

test('tells a slow model from a stalled one', () => {
  expect([41.7, 9.96, 4.23, 1, 0.47, 0.0312].map(pictureRate)).toEqual([
    '42',
    '10.0',
    '4.2',
    '1.0',
    '0.47',
    '0.031',
  ]);
});
