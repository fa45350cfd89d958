import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('a failed query is logged with its cause, but without its parameters', () => {
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  const params = ['a dream\nof somebody’s', 'ada@example.com', 7];
  const error = new DrizzleQueryError('insert into "dream_prompts"', params, new Error('disk is full'));
  log.warn('a write waits', { error });
  const [line = ''] = lines;
  expect(line).toContain('Failed query: insert into');
  expect(line).toContain('log.test.ts');
  expect(line).toContain('← disk is full');
  log.warn('wrapped', { error: new Error('no answer', { cause: error }) });
  expect(lines[1]).toContain('← Failed query');
  for (const one of lines) expect(one).not.toMatch(/ada@example|dream\\nof|params/);
});
