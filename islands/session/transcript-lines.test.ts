import { expect, test } from 'vitest';
import { currentLine, placeLines, withChanges } from './transcript-lines.ts';

const START = '2026-03-01T12:00:00.000';
const mark = (id: string, text: string, at: number | null) => ({ id, text, at, timestamp: START });
const said = (id: string, text: string, seconds: number, isUser = true) => ({
  id,
  text,
  isUser,
  timestamp: new Date(Date.parse(`${START}Z`) + seconds * 1000).toISOString().slice(0, -1),
});

test('a prompt is placed where it took effect, matched by id or text', () => {
  const marks = [mark('p1', 'a moth', 0.4), mark('p2', 'a moth', 9), mark('p3', 'a lamp', null)];
  const lines = placeLines(
    [said('p2', 'a moth', 7), said('x', 'a moth', 0), said('p3', 'a lamp', 12)],
    marks,
    START,
  );
  expect(lines.map(({ at }) => at)).toEqual([9, 0.4, null]);
});

test('a rejected prompt says why, even if the page had no time to save its line', () => {
  const marks = ['p1', 'p2'].map((id) => ({ ...mark(id, `a ${id}`, null), note: 'Not drawn.' }));
  expect(placeLines([said('p1', 'a p1', 7)], marks, START)).toEqual([
    { id: 'p1', text: 'a p1', isUser: true, at: null, note: 'Not drawn.' },
    { id: 'p2', text: 'a p2', isUser: true, at: null, note: 'Not drawn.' },
  ]);
});

test('without a conversation, as after a guest’s dream, the lines are the prompts', () => {
  expect(placeLines([], [mark('p1', 'one', 0), mark('p2', 'two', 5)], START)).toMatchObject([
    { text: 'one', isUser: true, at: 0 },
    { text: 'two', isUser: true, at: 5 },
  ]);
});

test('lines without a prompt are placed when they were said, never before the first frame', () => {
  const lines = placeLines([said('a', 'Here it comes', -3, false), said('b', 'There', 4, false)], [], START);
  expect(lines.map(({ at }) => at)).toEqual([0, 4]);
  expect(placeLines([said('a', 'x', 1)], [], null)[0]?.at).toBeNull();
});

test('changed controls appear among the lines, in the order of the video', () => {
  const lines = placeLines([said('a', 'one', 0), said('b', 'two', 5)], [mark('b', 'two', null)], START);
  const changes = [0, 3, 9].map((at, position) => ({
    ...{ kind: 'control' as const, position, text: `Motion: ${at}`, at },
  }));
  expect(withChanges(lines, changes).map(({ text }) => text)).toEqual([
    ...['Motion: 0', 'one', 'two', 'Motion: 3', 'Motion: 9'],
  ]);
  const placed = placeLines([said('a', 'one', 0), said('b', 'two', 5)], [], START);
  expect(withChanges(placed, changes).map(({ text }) => text)).toEqual([
    ...['Motion: 0', 'one', 'Motion: 3', 'two', 'Motion: 9'],
  ]);
  expect(withChanges([], changes)).toHaveLength(3);
  const sound = { kind: 'sound' as const, position: 1, text: '[rain]', at: 0 };
  expect(withChanges(placed, [...changes, sound]).map(({ text }) => text)).toEqual([
    ...['Motion: 0', 'one', '[rain]', 'Motion: 3', 'two', 'Motion: 9'],
  ]);
});

test('the current line is the last one that has started', () => {
  const lines = placeLines([said('a', 'one', 0), said('b', 'two', 5), said('c', 'three', 9)], [], START);
  expect(currentLine(lines, 4.8)?.id).toBe('a');
  expect(currentLine(lines, 4.95)?.id).toBe('b');
  expect(currentLine(lines, 60)?.id).toBe('c');
  expect(currentLine([], 3)).toBeNull();
});
