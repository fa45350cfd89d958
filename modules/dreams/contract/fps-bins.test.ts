import { expect, test } from 'vitest';
import { createFpsBins } from './fps-bins.ts';

test('frame rates are reported per ten seconds and overall', () => {
  const bins = createFpsBins();
  for (let at = 0; at < 24_000; at += 62.5) bins.count(at);
  for (let at = 24_000; at < 25_000; at += 125) bins.count(at);
  expect(bins.total).toBe(392);
  expect(bins.data(25_000)).toEqual({ overall: 15.68, '0': 16, '10': 16, '20': 14.4 });
});

test('a last bin that is too short is left out, and an empty one is zero', () => {
  const bins = createFpsBins();
  bins.count(0);
  bins.count(20_100);
  expect(bins.data(20_500)).toEqual({ overall: 0.1, '0': 0.1, '10': 0 });
  expect(createFpsBins().data(0)).toEqual({ overall: 0 });
});
