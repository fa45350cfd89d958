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
  expect(
    reasonIn(
      `ConfigError: Some settings are wrong:\n  - MODEL: unknown\n  - DEVICE: unknown\n      at x.ts:1:1\n\nBun v1.4.4 (Linux x64)`,
    ),
  ).toBe('Some settings are wrong: - MODEL: unknown - DEVICE: unknown');
  expect(
    reasonIn(
      `1 | read()\n    ^\nENOENT: no such file, open '/x'\n    path: "/x",\n   errno: -2,\n\nBun v1.4.4`,
    ),
  ).toBe(`ENOENT: no such file, open '/x'`);
  expect(
    reasonIn(`Error [ERR_MODULE_NOT_FOUND]: Cannot find it\n    at y {\n  code: 'x'\n}\n\nNode.js v22.1.0`),
  ).toBe('Cannot find it');
  expect(reasonIn('it starts\nSome settings are wrong:\n  - PORT: too high\n  - DEVICE: unknown\n')).toBe(
    'Some settings are wrong: - PORT: too high - DEVICE: unknown',
  );
  expect(reasonIn('Segmentation fault\n')).toBe('Segmentation fault');
  expect(reasonIn('')).toBe('');
});
