import { expect, test } from 'vitest';
import { type Score, score } from './score.ts';
import { readSrt, writeSrt } from './srt.ts';

const STORY: Score = {
  version: 1,
  name: 'A day',
  controls: { motion: 0.5 },
  loop: 60,
  go_on: 20,
  shots: [
    { id: 'a', at: 0, frame: 1, prompt: 'a sea at dawn' },
    { id: 'b', at: 4.25, prompt: 'clouds gather', soft: 3 },
    { id: 'c', at: 'next', prompt: 'a storm', soft: 0, muted: true },
    { at: 3723.456, controls: { grain: false } },
  ],
};

test('a score survives its JSON file', () => {
  expect(score.parse(JSON.parse(JSON.stringify(STORY)))).toEqual(STORY);
});

test('a score of subtitles keeps its texts and times', () => {
  const { shots } = score.parse(readSrt(writeSrt(STORY)));
  expect(shots).toEqual([
    { at: 0, prompt: 'a sea at dawn' },
    { at: 4.25, prompt: 'clouds gather' },
  ]);
  expect(writeSrt({ shots })).toBe(writeSrt(STORY));
});

test('reads subtitles of other programs', () => {
  const text =
    '\uFEFF2\r00:00:09.5 --> 00:00:10.5 X1:40\r<i>a {\\an8}storm</i>\rover the sea\r\r1\r0:04,000 --> 0:05,000\rcalm';
  expect(readSrt(text)?.shots).toEqual([
    { at: 4, prompt: 'calm' },
    { at: 9.5, prompt: 'a storm over the sea' },
  ]);
});

test.each([
  ['no shots', 'hello\n\nworld'],
  ['a time alone', '1\n00:00:01,000 --> 00:00:02,000\n\n'],
])('finds no score in a file with %s', (_, text) => {
  expect(readSrt(text)).toBeNull();
});

test.each([
  ['a negative time', [{ at: -1, prompt: 'x' }]],
  ['a huge time', [{ at: 1e9, prompt: 'x' }]],
  ['no time', [{ at: Number.NaN, prompt: 'x' }]],
  [
    'times out of order',
    [
      { at: 5, prompt: 'x' },
      { at: 'next', prompt: 'y' },
      { at: 4, prompt: 'z' },
    ],
  ],
  ['nothing to show', [{ at: 0 }]],
  ['only control characters', [{ at: 0, prompt: '\0\n' }]],
  ['a long prompt', [{ at: 0, prompt: 'x'.repeat(1001) }]],
  ['201 shots', Array.from({ length: 201 }, () => ({ at: 0, prompt: 'x' }))],
  ['unknown fields', [{ at: 0, prompt: 'x', script: 'y' }]],
  [
    '33 controls',
    [{ at: 0, controls: Object.fromEntries(Array.from({ length: 33 }, (__, i) => [`c${i}`, 1])) }],
  ],
])('rejects a score with %s', (_, shots) => {
  expect(score.safeParse({ version: 1, shots }).success).toBe(false);
});

test('200 shots at the same time are a score', () => {
  const shots = Array.from({ length: 200 }, () => ({ at: 7, prompt: 'x' }));
  expect(score.safeParse({ version: 1, shots }).success).toBe(true);
});

test('texts that no database takes are mended', () => {
  const { shots } = score.parse({ version: 1, shots: [{ at: 0, prompt: ' a\0b\u2028c \ud83d ' }] });
  expect(shots[0]?.prompt).toBe('a b c \ufffd');
});
