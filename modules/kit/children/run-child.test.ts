import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reasonIn, runChild } from './run-child.ts';

test('the reason of a crash is the error, not the version that the runtime prints below it', async () => {
  const { code, complaints } = await runChild({
    program: join(import.meta.dirname, '../testing/throw.ts'),
    limitMs: 20_000,
  });
  expect(code).toBe(1);
  expect(reasonIn(complaints)).toBe('the disk is on fire');
  expect(
    reasonIn(
      `throw new TypeError('no such codec')\n^\n\nTypeError: no such codec\n    at x.js:1:1\n\nNode.js v22.1.0`,
    ),
  ).toBe('no such codec');
  expect(reasonIn('Segmentation fault\n')).toBe('Segmentation fault');
  expect(reasonIn('')).toBe('');
});
