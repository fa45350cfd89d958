import { describe, expect, test } from 'vitest';
import { nameOf } from './names.ts';
import { nameKey, readSort, type Sort, sortSessions } from './sort.ts';

const dream = (session_id: string, dream_name: string | null, start: string | null, request = start) => ({
  session_id,
  dream_name,
  stream_start_time: start,
  initial_request_time: request,
});
const ids = (sort: Sort, ...sessions: ReturnType<typeof dream>[]) =>
  sortSessions(sessions, sort).map(({ session_id }) => session_id);

const early = dream('early', 'moth', '2026-03-01T10:00:00');
const late = dream('late', 'Amber', '2026-03-02T10:00:00');
const unnamed = dream('unnamed', null, '2026-03-01T11:00:00');
const blank = dream('blank', '   ', '2026-03-01T09:00:00');
const unseen = dream('unseen', '\u200b\u3164\u2800', '2026-03-01T08:00:00');
const undated = dream('undated', 'zoo', null);

describe('dreams', () => {
  test('are newest first, with dateless ones last', () => {
    expect(ids('newest', undated, early, late)).toEqual(['late', 'early', 'undated']);
    expect(ids('oldest', undated, late, early)).toEqual(['early', 'late', 'undated']);
  });

  test('are dated by the start of the stream, or else the request', () => {
    const asked = dream('asked', null, null, '2026-03-03T00:00:00');
    const started = dream('started', null, '2026-03-01T00:00:00', '2026-03-04T00:00:00');
    expect(ids('newest', started, asked)).toEqual(['asked', 'started']);
  });

  test('without a name are last in A-Z and first in Z-A', () => {
    expect(ids('name-asc', unnamed, early, blank, late)).toEqual(['late', 'early', 'unnamed', 'blank']);
    expect(ids('name-asc', unseen, early, unnamed)).toEqual(['early', 'unnamed', 'unseen']);
    expect([nameOf(unseen), nameOf(early)]).toEqual(['', 'moth']);
    expect(ids('name-desc', early, unnamed, late, blank)).toEqual(['unnamed', 'blank', 'early', 'late']);
  });

  test('named "untitled" by their owner count as named', () => {
    expect(ids('name-asc', unnamed, dream('own', 'untitled', null))).toEqual(['own', 'unnamed']);
  });

  test('leave the given list in its order', () => {
    const given = [early, late];
    sortSessions(given, 'newest');
    expect(given).toEqual([early, late]);
  });
});

test('falls back to the default for an unknown stored order', () => {
  expect([readSort('name-asc'), readSort('toString'), readSort(null)]).toEqual([
    'name-asc',
    'newest',
    'newest',
  ]);
});

test('names sort by their words, Thai by the consonant that is spoken first', () => {
  const sorted = (...names: string[]) =>
    names.toSorted((a, b) => (`${nameKey(a)}` < `${nameKey(b)}` ? -1 : 1));
  expect(sorted('Strudel', 'Straße 10', 'strasse 9', 'Äpfel')).toEqual([
    'Äpfel',
    'strasse 9',
    'Straße 10',
    'Strudel',
  ]);
  expect(sorted('がっこう', 'き', 'か')).toEqual(['か', 'がっこう', 'き']);
  expect(sorted('เกาะ', 'ขนม', 'กา')).toEqual(['กา', 'เกาะ', 'ขนม']);
  expect(nameKey(' \u200b ')).toBeNull();
});
