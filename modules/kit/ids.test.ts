import { expect, test } from 'vitest';
import { newId, newToken } from './ids.ts';

test('ids and tokens end with a letter or digit, because mail programs cut other characters off links', () => {
  const last = (make: () => string) => new Set(Array.from({ length: 2000 }, () => make().at(-1)));
  for (const sign of [...last(newId), ...last(newToken)]) expect(sign).toMatch(/^[0-9a-z]$/i);
});
