import { expect, test } from 'vitest';
import { missing, rows } from './score.ts';

/** Share of prompts understood. To look at the pictures, run `bun tests/bench/painter.ts FOLDER`. */
const FLOOR = 0.97;

test('the demo painter understands what people ask for', () => {
  const all = rows();
  expect(all.length).toBeGreaterThan(200);
  const wrong = all.map((row) => [row.prompts.join(' > '), ...missing(row)]).filter((row) => row.length > 1);
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(all.length * (1 - FLOOR));
});
