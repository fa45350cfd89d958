import { expect, test } from 'vitest';
import { type Flag, flagOfPrompt, MINORS } from '../shared/categories.ts';
import { asksForMinors } from './minors-rule.ts';
import { createPromptGate } from './prompt-gate.ts';

const violence: Flag = { category: 'violence', score: 0.91, threshold: 0.9 };
const sexual: Flag = { category: 'sexual', score: 0.9, threshold: 0.7 };

/** A gate whose classifier answers each text by the flag of that name, when it is let go. */
function openGate(flags: Record<string, Flag> = {}) {
  const waiting: (() => void)[] = [];
  const decided: string[] = [];
  let isSlow = false;
  const gate = createPromptGate({
    isRefusedAlways: asksForMinors,
    classify: async (text) => {
      if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
      return flags[text] ?? null;
    },
    decided: (act, { category }) => void decided.push(`${act} ${category}`),
  });
  const slow = () => {
    isSlow = true;
  };
  const judge = async (text: string) => (await gate.judge(text, text)).act;
  return { gate, judge, decided, waiting, slow };
}

test('a mild first prompt is drawn with a warning, the second refused, and the third ends the dream', async () => {
  const { judge, decided } = openGate({ fight: violence, nude: sexual });
  expect([
    await judge('fight'),
    await judge('a lake'),
    await judge('nude'),
    await judge('a sea'),
    await judge('fight'),
  ]).toEqual(['warn', 'pass', 'refuse', 'pass', 'end']);
  expect(decided).toEqual(['warned violence', 'refused sexual', 'ended violence']);
});

test('what is neither mild nor doubtful is refused the first time, with a warning', async () => {
  const { gate, judge } = openGate({ nude: sexual, gore: { ...violence, score: 0.99 } });
  expect(await gate.judge('nude', 'nude')).toEqual({
    act: 'refuse',
    text: 'This isn’t drawn here: sexual content. Please dream of something else.',
  });
  expect(await judge('gore')).toBe('refuse');
});

test('sexual content with children is refused without a classifier, at once, as it was typed', () => {
  const gate = createPromptGate({ isRefusedAlways: asksForMinors, classify: null, decided: () => {} });
  expect(gate.judge('a lake', 'a lake')).toEqual({ act: 'pass' });
  expect(gate.judge('child porn', 'child flower')).toMatchObject({ act: 'refuse' });
});

test('decisions come in the order of the prompts, however the answers do', async () => {
  const { gate, waiting, slow } = openGate({ one: sexual, two: sexual });
  slow();
  const order: string[] = [];
  const asked = ['one', 'two', 'naked children', 'four'].map(async (text) => {
    order.push(`${text} ${(await gate.judge(text, text)).act}`);
  });
  for (const answer of waiting.toReversed()) answer();
  await Promise.all(asked);
  expect(order).toEqual(['one refuse', 'two refuse', 'naked children end', 'four pass']);
});

test('of several categories the one furthest beyond its threshold counts, children before all', () => {
  expect(flagOfPrompt(new Map(Object.entries({ violence: 0.89, sexual: 0.69 })))).toBeNull();
  expect(flagOfPrompt(new Map(Object.entries({ violence: 0.95, sexual: 0.95 })))?.category).toBe('sexual');
  expect(flagOfPrompt(new Map(Object.entries({ [MINORS]: 0.3, sexual: 1 })))?.category).toBe(MINORS);
  expect(flagOfPrompt(new Map([['Violence', 0.5]]), new Map([['violence', 0.5]]))?.category).toBe('violence');
});
