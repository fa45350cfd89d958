import { expect, test } from 'vitest';
import { BAD_PAIRS, INNOCENT_PAIRS } from '../../../tests/bench/more-bad.ts';
import { type Flag, flagOfPrompt } from '../contract/categories.ts';
import { MINORS } from '../contract/category-table.ts';
import { createPromptGate } from './prompt-gate.ts';
import { createPromptWords } from './prompt-words.ts';

const violence: Flag = { category: 'violence', score: 0.91, threshold: 0.9 };
const sexual: Flag = { category: 'sexual', score: 0.9, threshold: 0.7 };

/** A gate whose classifier flags each text as given, and answers once released. */
function openGate(flags: Record<string, Flag> | null = {}, adults = false) {
  const waiting: (() => void)[] = [];
  const decided: string[] = [];
  const asked: string[] = [];
  let isSlow = false;
  const gate = createPromptGate({
    words: createPromptWords({ adults }),
    classify:
      flags &&
      (async (text) => {
        asked.push(text);
        if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
        return flags[text] ?? null;
      }),
    decided: (act, { category }) => void decided.push(`${act} ${category}`),
    refusedForWords: (fault) => void decided.push(`words ${fault}`),
  });
  const slow = () => {
    isSlow = true;
  };
  const judge = async (text: string) => (await gate.judge(text, text)).act;
  return { gate, judge, decided, asked, waiting, slow };
}

test.each(BAD_PAIRS)('accepts “%s”, but then refuses “%s”', (first, second) => {
  const words = createPromptWords({ adults: false });
  expect(words.judge(first)).toBeNull();
  expect(words.judge(second)).toBe('minors');
});

test.each(INNOCENT_PAIRS)('accepts “%s”, and then “%s”', (first, second) => {
  const words = createPromptWords({ adults: false });
  expect([words.judge(first), words.judge(second)]).toEqual([null, null]);
});

test('a mild first prompt is accepted with a warning, the second is refused, and the third ends the dream', async () => {
  const { judge, decided } = openGate({ fight: violence, 'a nude': sexual });
  expect([
    await judge('fight'),
    await judge('a lake'),
    await judge('a nude'),
    await judge('a sea'),
    await judge('fight'),
  ]).toEqual(['warn', 'pass', 'refuse', 'pass', 'end']);
  expect(decided).toEqual(['warned violence', 'refused sexual', 'ended violence']);
});

test('a prompt that is clearly flagged is refused the first time, with a warning', async () => {
  const { gate, judge } = openGate({ 'a nude': sexual, gore: { ...violence, score: 0.99 } });
  expect(await gate.judge('a nude', 'a nude')).toEqual({
    act: 'refuse',
    text: 'Not allowed here: sexual content. Please dream of something else.',
  });
  expect(await judge('gore')).toBe('refuse');
});

test('word rules refuse neutrally and immediately, without a classifier, and never count towards the end of a dream', async () => {
  const { gate, judge, decided, asked } = openGate({ fight: violence });
  for (let n = 0; n < 10; n++)
    expect(gate.judge('child porn', 'child flower')).toEqual({
      act: 'refuse',
      text: 'This prompt isn’t allowed as worded. Please rephrase it.',
    });
  expect(await judge('fight')).toBe('warn');
  expect(new Set(decided)).toEqual(new Set(['words minors', 'warned violence']));
  expect(asked).toEqual(['fight']);
});

test.each([
  [['a little girl in a room', 'now she is naked'], 'minors'],
  [['a little girl in a room', 'rain', 'undress her'], 'minors'],
  [['a nude woman on a sofa', 'make her a child'], 'minors'],
  [['a nude woman on a sofa', 'turn the woman into a little girl'], 'minors'],
  [['Emma Watson in a park', 'take off her clothes'], 'real-person'],
  [['a nude woman', 'use the face in this photo'], 'real-person'],
  [['children play in a park', 'naked trees in the snow'], null],
  [['a nude statue in a museum', 'children look at it'], null],
  [['a child on a swing', 'a naked mole rat', 'a city'], null],
])('judges a prompt together with earlier ones: %j', (prompts, fault) => {
  const words = createPromptWords({ adults: false });
  expect(prompts.map((text) => words.judge(text)).at(-1)).toBe(fault);
});

test('ignores prompts from long ago', () => {
  const words = createPromptWords({ adults: true });
  const prompts = ['a little girl', 'rain', 'fog', 'snow', 'a storm', 'a sea', 'she is naked'];
  expect(prompts.map((text) => words.judge(text)).at(-1)).toBeNull();
});

test('nudity and an uploaded image are never combined, in either order', () => {
  const { gate } = openGate(null);
  expect(gate.pictureFault()).toBeNull();
  expect(gate.judge('a nude woman', 'a nude woman')).toEqual({ act: 'pass' });
  expect(gate.pictureFault()).toContain('Nude images of real people aren’t allowed');
  const other = openGate(null).gate;
  other.pictured();
  expect(other.judge('a nude woman', '')).toMatchObject({ act: 'refuse' });
  expect(other.judge('take off the clothes', '')).toMatchObject({ act: 'refuse' });
  expect(other.judge('naked trees in winter', '')).toEqual({ act: 'pass' });
});

test('sexual content is refused unless the operator allows it; children and real people stay refused', () => {
  expect(createPromptWords({ adults: false }).judge('a porn film')).toBe('sexual');
  const adults = createPromptWords({ adults: true });
  expect(adults.judge('a porn film')).toBeNull();
  expect(adults.judge('porn of my ex')).toBe('real-person');
  expect(adults.judge('naked children')).toBe('minors');
});

test('the negative prompt may name forbidden content, but not clothes', () => {
  const words = createPromptWords({ adults: false });
  expect(words.judgeExcluded('nsfw, nude, child, porn')).toBeNull();
  expect(words.judge('a child in a garden')).toBeNull();
  expect(words.judgeExcluded('clothes, dress')).toBe('minors');
  const other = createPromptWords({ adults: false });
  expect(other.judgeExcluded('clothes')).toBeNull();
  expect(other.judge('a child in a garden')).toBe('minors');
  expect(other.judgeExcluded('blur')).toBeNull();
  expect(other.judge('a child in a garden')).toBeNull();
});

test('a text control applies to all later prompts until it changes', () => {
  const words = createPromptWords({ adults: false });
  words.stands('style', 'everyone is naked', false);
  for (const text of ['rain', 'fog', 'snow', 'a storm', 'a sea', 'a harbour']) words.judge(text);
  expect(words.pictureFault()).toBe(true);
  expect(words.judge('a child')).toBe('minors');
  words.stands('style', '', false);
  expect(words.judge('a child')).toBeNull();
  expect(words.pictureFault()).toBe(false);
  const other = createPromptWords({ adults: false });
  expect(other.judgeExcluded('clothes')).toBeNull();
  other.stands('negative', '', true);
  expect(other.judge('a child')).toBeNull();
});

test('verdicts arrive in the order of the prompts, whatever the order of the answers', async () => {
  const { gate, waiting, slow } = openGate({ one: sexual, two: sexual, three: sexual });
  slow();
  const order: string[] = [];
  const asked = ['one', 'two', 'three', 'four'].map(async (text) => {
    order.push(`${text} ${(await gate.judge(text, text)).act}`);
  });
  for (const answer of waiting.toReversed()) answer();
  await Promise.all(asked);
  expect(order).toEqual(['one refuse', 'two refuse', 'three end', 'four pass']);
});

test('the category furthest above its threshold counts, but children take precedence', () => {
  const flagOf = (scores: Record<string, number>, own?: Map<string, number>) =>
    flagOfPrompt({ scores: new Map(Object.entries(scores)), flagged: new Set() }, own);
  expect(flagOf({ violence: 0.89, sexual: 0.69 })).toBeNull();
  expect(flagOf({ violence: 0.95, sexual: 0.95 })?.category).toBe('sexual');
  expect(flagOf({ [MINORS]: 0.3, sexual: 1 })?.category).toBe(MINORS);
  expect(flagOf({ Violence: 0.5 }, new Map([['violence', 0.5]]))?.category).toBe('violence');
});
