import { describe, expect, test } from 'vitest';
import type { Frame } from '../../protocol/frame.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import type { PromptAuthor } from '../room/prompt-log.ts';
import type { ViewerLink } from '../viewer/viewer-link.ts';
import { createFanOut } from './fan-out.ts';
import { createSuggestions } from './suggestions.ts';

const NOBODY: PromptAuthor = { userId: null, name: null };

describe('suggestions', () => {
  function open() {
    let now = 0;
    const suggestions = createSuggestions({ monotonic: () => now });
    const add = (text: string, watcher = text) => suggestions.add(text, NOBODY, watcher);
    return { suggestions, add, wait: (seconds: number) => (now += seconds * 1000) };
  }

  test('are limited for one watcher and in all, and expire', () => {
    const { suggestions, add, wait } = open();
    expect([1, 2, 3, 4].map((n) => add(`${n}`, 'one') !== null)).toEqual([true, true, true, false]);
    for (let n = 0; n < 60; n += 1) add(`of ${n}`);
    expect(suggestions.list()).toHaveLength(50);
    wait(179);
    expect(suggestions.expire()).toEqual([]);
    wait(2);
    expect(suggestions.expire()).toHaveLength(50);
  });

  test('in the same words are one, which goes when the last of those who wished it has left', () => {
    const { suggestions } = open();
    const ada = { userId: 'a', name: 'Ada' };
    const add = (text: string, watcher: string, by = NOBODY) => suggestions.add(text, by, watcher);
    const first = add('Ein schöner Fuchs!', 'a', ada);
    const owl = add('🦉', 'b');
    expect(add('🦊', 'b')?.id).not.toBe(owl?.id);
    expect(add('ein  SCHONER fuchs', 'b')).toMatchObject({ id: first?.id, text: first?.text, by: ada });
    expect(add('ein schöner Fuchs', 'b')?.wishes.size).toBe(2);
    expect(add('a fourth', 'b')).toBeNull();
    suggestions.openBallot(10);
    expect(suggestions.candidates().map(({ text }) => text)).toEqual(['Ein schöner Fuchs!', '🦉', '🦊']);
    expect(suggestions.withdraw(first?.id ?? '', 'a')).toMatchObject({ by: NOBODY });
    expect(suggestions.listOf('b')).toHaveLength(3);
    expect(suggestions.withdraw(first?.id ?? '', 'b')).toBeNull();
    expect(suggestions.list().map(({ text }) => text)).toEqual(['🦉', '🦊']);
  });

  test('are voted on once by each, and the winner leaves while the vote goes on', () => {
    const { suggestions, add, wait } = open();
    const [fox = '', owl = ''] = ['fox', 'owl'].map((text) => add(text)?.id);
    expect(suggestions.vote('a', fox)).toBe(false);
    suggestions.openBallot(10);
    for (const voter of ['a', 'a', 'b', 'c']) suggestions.vote(voter, fox);
    for (const voter of ['a', 'd', 'e']) suggestions.vote(voter, owl);
    expect(suggestions.candidates().map(({ text, votes }) => [text, votes])).toEqual([
      ['owl', 3],
      ['fox', 2],
    ]);
    suggestions.leave('d');
    suggestions.leave('e');
    expect(suggestions.outcome()).toBeNull();
    wait(10);
    expect(suggestions.outcome()?.winner?.text).toBe('fox');
    expect(suggestions.every()).toBe(10);
    wait(10);
    expect(suggestions.outcome()?.winner?.text).toBe('owl');
    wait(10);
    expect(suggestions.outcome()).toEqual({ winner: null });
  });
});

describe('a fan-out', () => {
  const frame = (id: number): Frame => newFrame({ id, at: 0 }, new Uint8Array([0xff, 0xd8, 1, 1, 1]));

  test('serves everyone in slices and in order, and drops frames once it is far behind', () => {
    const later: (() => void)[] = [];
    const fanOut = createFanOut((work) => later.push(work));
    const got: number[][] = [];
    let lost = 0;
    for (let n = 0; n < 130; n += 1) {
      const own: number[] = [];
      got.push(own);
      fanOut.links.add({
        offer: ({ id }: Frame) => own.push(id),
        lost: () => (lost += 1),
      } as unknown as ViewerLink);
    }
    fanOut.offer(frame(1));
    fanOut.offer(frame(2));
    expect(got.filter(({ length }) => length > 0)).toHaveLength(64);
    while (later.length > 0) later.shift()?.();
    expect(new Set(got.map(String))).toEqual(new Set(['1,2']));
    for (let id = 3; id < 20; id += 1) fanOut.offer(frame(id));
    expect(lost).toBe(130);
    while (later.length > 0) later.shift()?.();
    expect(got.every((ids) => ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0)))).toBe(true);
  });
});
