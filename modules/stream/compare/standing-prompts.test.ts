import { expect, test } from 'vitest';
import { standingPrompts } from './standing-prompts.ts';

const dream = { startedAt: 1000, durationMs: 10_000 };
const at = (second: number | null, text: string) => ({
  text,
  shownAt: second === null ? null : 1000 + second * 1000,
});

test.each([
  ['a single prompt, however late', [at(3, 'a sea')], ['a sea']],
  ['follow-ups before any still', [at(0, 'a sea'), at(0.9, 'in a storm')], ['a sea', 'in a storm']],
  ['a follow-up after every still', [at(0, 'a sea'), at(8.5, 'in a storm')], ['a sea']],
  ['a follow-up that never showed', [at(0, 'a sea'), at(null, 'in a storm')], ['a sea']],
  ['a follow-up that the still may show', [at(0, 'a sea'), at(5, 'in a storm')], null],
  ['nothing that showed', [at(null, 'a sea')], null],
])('knows what a still shows: %s', (_, prompts, expected) => {
  expect(standingPrompts(dream, prompts)).toEqual(expected);
});

test('a dream that never started shows nothing', () => {
  expect(standingPrompts({ startedAt: null, durationMs: null }, [at(0, 'a sea')])).toBeNull();
});
