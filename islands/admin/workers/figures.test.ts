import { expect, test } from 'vitest';
import { dollars, duration } from './figures.ts';

test('times are told in the two units that matter', () => {
  expect([null, 0, 3.25, 9.96, 59.6, 60, 725, 3599.7, 12_000].map(duration)).toEqual([
    ...['–', '0 s', '3.3 s', '10.0 s', '1 min', '1 min', '12 min 5 s', '1 h 0 min', '3 h 20 min'],
  ]);
});

test('money is told in cents, and what is less is not called nothing', () => {
  expect([null, 0, 0.004, 0.01, 12.345].map(dollars)).toEqual(['–', '$0.00', '< $0.01', '$0.01', '$12.35']);
});
