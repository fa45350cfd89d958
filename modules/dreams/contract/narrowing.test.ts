import { describe, expect, test } from 'vitest';
import { fits } from './fits.ts';
import { type Narrowing, narrowingLabels, narrowingParams, readNarrowing } from './narrowing.ts';
import type { Session } from './schemas.ts';

const dream = (more: Partial<Session> = {}) =>
  ({
    dream_name: 'Low tide',
    video_url: '/video',
    stream_start_time: '2026-03-31T23:59:59.999',
    initial_request_time: null,
    is_bookmarked: false,
    shared: true,
    duration_seconds: 60,
    ...more,
  }) as Session;

describe('a filtered list', () => {
  test.each<[Narrowing, Partial<Session>, boolean]>([
    [{}, {}, true],
    [{ bookmarked: 'yes' }, { is_bookmarked: true }, true],
    [{ bookmarked: 'yes' }, {}, false],
    [{ bookmarked: 'no' }, {}, true],
    [{ shared: 'yes' }, {}, true],
    [{ shared: 'yes' }, { video_url: null }, false],
    [{ shared: 'no' }, { shared: false }, true],
    [{ named: 'yes' }, {}, true],
    [{ named: 'no' }, { dream_name: ' \u200b' }, true],
    [{ month: '2026-03' }, {}, true],
    [{ month: '2026-04' }, {}, false],
    [{ month: '2026-04' }, { stream_start_time: null, initial_request_time: '2026-04-01T00:00:00' }, true],
    [{ named: 'yes', bookmarked: 'yes' }, {}, false],
  ])('%j of %j: %s', (narrowing, more, is) => {
    expect(fits(dream(more), narrowing)).toBe(is);
  });

  test.each([
    [59.99, 'short'],
    [60, 'medium'],
    [300.9, 'medium'],
    [301, 'long'],
    [null, undefined],
  ])('a dream of %s seconds is %s', (duration_seconds, length) => {
    const found = (['short', 'medium', 'long'] as const).filter((one) =>
      fits(dream({ duration_seconds }), { length: one }),
    );
    expect(found).toEqual(length ? [length] : []);
  });
});

test('a URL is read as far as it is valid, and written in a fixed order', () => {
  const read = readNarrowing(
    new URLSearchParams('month=2026-03&bookmarked=yes&shared=maybe&length=long&named=&sort=oldest'),
  );
  expect(read).toEqual({ bookmarked: 'yes', length: 'long', month: '2026-03' });
  expect(new URLSearchParams(narrowingParams(read)).toString()).toBe(
    'bookmarked=yes&length=long&month=2026-03',
  );
  expect(narrowingLabels(read)).toEqual(['Bookmarked', 'Over 5 min', 'March 2026']);
  for (const month of ['2026-13', '2026-3', '26-03', '2026-03-01']) {
    expect(readNarrowing(new URLSearchParams({ month }))).toEqual({});
  }
});
