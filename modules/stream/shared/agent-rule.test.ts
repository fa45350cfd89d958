import { expect, test } from 'vitest';
import { applyOutputRule } from './agent-rule.ts';

test('an assistant’s answer becomes one line of at most twenty words without end punctuation', () => {
  const cases: [string, string | null][] = [
    ['a calm sea', 'a calm sea'],
    ['A calm sea at dusk.', 'A calm sea at dusk'],
    ['"A calm sea!"', 'A calm sea'],
    ['Prompt: **a calm   sea**\n\nI hope that you like it.', 'a calm sea'],
    ['\n\n- a calm sea...\n- a storm', 'a calm sea'],
    ['<think>They want water.\nMaybe a sea?</think>\na calm sea', 'a calm sea'],
    [
      Array.from({ length: 40 }, (_, index) => `word${index}`).join(' '),
      Array.from({ length: 20 }, (_, index) => `word${index}`).join(' '),
    ],
    ['well-lit sea, soft light,', 'well-lit sea, soft light'],
    ['海の夕暮れ。', '海の夕暮れ'],
    ['   ', null],
    ['...', null],
    ['<think>never ends', null],
  ];
  for (const [answer, prompt] of cases) expect(applyOutputRule(answer)).toBe(prompt);
});
