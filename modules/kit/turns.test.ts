import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that ends on command, and a record of what has started. */
function createStage() {
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      end.set(name, () => resolve(name));
    });
  return { begun, work, end: (name: string) => end.get(name)?.() };
}

test('each key runs one task at a time, in order, and keys don’t block each other', async () => {
  const { begun, work, end } = createStage();
  const turns = createTurns({ atOnce: 2, waitingEach: 2 });
  const all = [
    turns.run('a', work('a1')),
    turns.run('a', work('a2')),
    turns.run('b', work('b1')),
    turns.run('c', work('c1')),
    turns.run('a', work('a3')),
  ];
  await expect(turns.run('a', work('a4'))).rejects.toMatchObject({ status: 429, retryAfter: 1 });
  expect(begun).toEqual(['a1', 'b1']);
  end('b1');
  await all[2];
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  end('a1');
  await all[0];
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  for (const name of ['c1', 'a2']) end(name);
  await Promise.all([all[1], all[3]]);
  end('a3');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('a failed task releases its turn', async () => {
  const turns = createTurns({ atOnce: 1, waitingEach: 1 });
  await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run('a', () => Promise.resolve('yes'))).toBe('yes');
});
