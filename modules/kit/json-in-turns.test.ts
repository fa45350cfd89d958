import { expect, test } from 'vitest';
import { jsonInTurns } from './json-in-turns.ts';

const read = (value: Record<string, unknown>) => new Response(jsonInTurns(value)).text();

test('matches JSON.stringify, whatever the length of its lists', async () => {
  const rows = (n: number) => Array.from({ length: n }, (_, at) => ({ at, text: `"${at}"\n`, none: null }));
  for (const value of [
    {},
    { a: 1, b: [], c: undefined },
    { a: rows(1), 'b"': rows(100), c: rows(2_345), d: null },
  ])
    expect(await read(value)).toBe(JSON.stringify(value));
});

test('yields to other work', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  await read({ rows: Array.from({ length: 50_000 }, (_, at) => ({ at, text: 'x'.repeat(200) })) });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
