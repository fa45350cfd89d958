import { expect, test } from 'vitest';
import { tidySystemPrompt } from './settings.ts';

test('a saved system prompt has no repeated spaces or blank lines', () => {
  expect(tidySystemPrompt('  always   oil\tpainting \n\n\n  no people \r\n \n slow  ')).toBe(
    'always oil painting\nno people\nslow',
  );
  expect(tidySystemPrompt(' \n ')).toBe('');
});
