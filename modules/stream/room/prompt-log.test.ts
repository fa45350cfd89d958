import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../kit/testing/fake-clock.ts';
import { cleanPrompt, createPromptLog } from './prompt-log.ts';

describe('a prompt', () => {
  test('becomes one line of plain text', () => {
    expect(cleanPrompt('  a\t\tquiet\r\n\r\n sea\u2028at\u0000dusk\u00a0 ')).toBe('a quiet sea at dusk');
    expect(cleanPrompt('ö')).toBe('ö');
  });

  test.each([
    ['nothing', '', /at least one/],
    ['blanks', ' \n\t\u00a0\u3000', /at least one/],
    ['control characters', '\u0000\u0007', /at least one/],
    ['1001 characters', 'x'.repeat(1001), /up to 1,000/],
    ['two letters far apart', `a${' '.repeat(1000)}b`, /up to 1,000/],
  ])('of %s is rejected', (_, text, fault) => {
    expect(createPromptLog(createFakeClock()).take('a', text)).toMatchObject({
      error: expect.stringMatching(fault),
    });
  });

  test('may have 1000 characters after trimming', () => {
    const log = createPromptLog(createFakeClock());
    expect(log.take('a', ` ${'x'.repeat(1000)}\n`)).toMatchObject({ position: 1, repeated: false });
  });

  test('is limited to thirty in ten seconds', () => {
    const clock = createFakeClock();
    const log = createPromptLog(clock);
    const taken = () => Array.from({ length: 40 }, (_, at) => log.take(`${clock.now()}-${at}`, 'x'));
    expect(taken().filter((one) => typeof one === 'object')).toHaveLength(30);
    clock.turn(10_000);
    expect(taken().filter((one) => typeof one === 'object')).toHaveLength(30);
  });

  test('is pending until it or a later one is shown', () => {
    const log = createPromptLog(createFakeClock());
    for (const id of ['a', 'b', 'c', 'd']) log.take(id, id);
    expect(log.waiting()).toEqual([]);
    for (const id of ['a', 'b', 'c', 'd']) log.passed(id);
    expect(log.shown('c', 1)).toMatchObject({ shown: { id: 'c' }, overtaken: [{ id: 'a' }, { id: 'b' }] });
    expect(log.driving()).toMatchObject({ id: 'c', frameId: 1 });
    expect(log.waiting().map(({ id }) => id)).toEqual(['d']);
    expect(log.shown('a', 1)).toEqual({ shown: null, overtaken: [] });
    expect(log.shown('unknown', 1)).toEqual({ shown: null, overtaken: [] });
  });
});
