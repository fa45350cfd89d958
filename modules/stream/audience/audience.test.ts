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

  function open(size: number) {
    const later: (() => void)[] = [];
    const fanOut = createFanOut({ monotonic: () => 0 }, (work) => later.push(work));
    const lost: number[] = [];
    const join = () => {
      const own: number[] = [];
      fanOut.links.add({
        locale: 'en',
        offer: ({ id }: Frame) => own.push(id),
        offerSound: ([id = 0]: Uint8Array) => own.push(id),
        sendText: (text: string) => own.push(JSON.parse(text).progress),
        lost: () => lost.push(1),
      } as unknown as ViewerLink);
      return own;
    };
    const got = Array.from({ length: size }, join);
    const settle = () => {
      while (later.length > 0) later.shift()?.();
    };
    return { fanOut, got, lost, join, settle };
  }

  test('serves everyone in slices and in order, and drops frames once it is far behind', () => {
    const { fanOut, got, lost, settle } = open(130);
    fanOut.offer(frame(1));
    fanOut.offer(frame(2));
    expect(got.filter(({ length }) => length > 0)).toHaveLength(32);
    settle();
    expect(new Set(got.map(String))).toEqual(new Set(['1,2']));
    for (let id = 3; id < 20; id += 1) fanOut.offer(frame(id));
    expect(lost).toHaveLength(130);
    settle();
    expect(got.every((ids) => ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0)))).toBe(true);
  });

  test('keeps events and sound in order with frames, for those who were there', () => {
    const { fanOut, got, join, settle } = open(130);
    const event = (progress: number) => fanOut.send({ type: 'loading', progress, text: null });
    event(1);
    fanOut.offer(frame(2));
    fanOut.offerSound(Uint8Array.of(3));
    event(4);
    expect(got.filter(({ length }) => length > 0)).toHaveLength(32);
    const newcomer = join();
    event(5);
    settle();
    expect(new Set(got.map(String))).toEqual(new Set(['1,2,3,4,5']));
    expect(newcomer).toEqual([5]);
    fanOut.offer(frame(6));
    for (let id = 7; id < 16; id += 1) fanOut.offerSound(Uint8Array.of(id));
    event(16);
    fanOut.finish();
    // Before they are closed, all get the event; frames and sound would take long for many.
    expect(new Set(got.map((ids) => String(ids.slice(5))))).toEqual(new Set(['6,16', '16']));
  });
});
