import { expect, test } from 'vitest';
import { FpsCounter } from './fps-counter.ts';

test('counts drawn frames in bins of ten seconds, with an overall value', () => {
  const counter = new FpsCounter();
  const start = 1_700_000_000_000;
  for (let frame = 0; frame < 320; frame++) counter.count(start + frame * 62.5);
  expect(counter.read(start + 20_000)).toEqual({
    [String(start)]: 16,
    [String(start + 10_000)]: 16,
    overall: 16,
  });
});

test('reports complete bins, and keeps an empty one as zero', () => {
  const counter = new FpsCounter();
  expect(counter.count(0)).toBe(false);
  expect(counter.count(5000)).toBe(false);
  expect(counter.count(25_000)).toBe(true);
  expect(counter.read(30_000)).toEqual({ '0': 0.2, '10000': 0, '20000': 0.1, overall: 0.1 });
});

test('reports nothing before the first frame', () => {
  expect(new FpsCounter().read(1000)).toEqual({});
});
