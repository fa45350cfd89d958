import { expect, test } from 'vitest';
import type { Session } from '../../modules/dreams/contract/schemas.ts';
import { filterSessions, readFilter } from './filter.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const dream = (session_id: string, dream_name: string | null, stream_start_time: string | null) =>
  ({ session_id, dream_name, stream_start_time, initial_request_time: null }) as Session;
const dreams = [
  dream('new', null, '2026-03-03T12:00:01'),
  dream('old', 'Moth', '2026-03-03T12:00:00'),
  dream('undated', '  ', null),
];
const ids = (filter: Parameters<typeof filterSessions>[1]) =>
  filterSessions(dreams, filter, NOW).map(({ session_id }) => session_id);

test('the board shows all dreams, those from the last 7 days, or named ones', () => {
  expect(ids('all')).toEqual(['new', 'old', 'undated']);
  expect(ids('recent')).toEqual(['new']);
  expect(ids('named')).toEqual(['old']);
});

test('falls back to the default for an unknown stored filter', () => {
  expect([readFilter('recent'), readFilter('named'), readFilter('x'), readFilter(null)]).toEqual([
    'recent',
    'named',
    'all',
    'all',
  ]);
});
