import { describe, expect, test } from 'vitest';
import type { Session } from '../../modules/dreams/contract/schemas.ts';
import { pollInterval, processingSession } from './processing.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const session = (more: Partial<Session> = {}): Session => ({
  session_id: 's1',
  rp_job_id: 'local-1',
  dream_name: null,
  thumbnail_url: null,
  preview_url: null,
  video_url: null,
  stream_start_time: '2026-03-01T11:50:00',
  initial_request_time: '2026-03-01T11:50:00',
  stream_end_time: '2026-03-01T11:59:00',
  job_status: 'COMPLETED',
  server_status: 'PROCESSING',
  is_bookmarked: false,
  shared: true,
  duration_seconds: null,
  ...more,
});
const shows = (more: Partial<Session>) => processingSession([session(more)], NOW) !== null;

describe('the processing tile', () => {
  test('appears for a finished dream whose video is being compiled', () => {
    expect(shows({})).toBe(true);
    expect(shows({ job_status: 'FAILED' })).toBe(false);
    expect(shows({ server_status: 'READY' })).toBe(false);
  });

  test('disappears eight minutes after the end', () => {
    expect(shows({ stream_end_time: '2026-03-01T11:52:00.001' })).toBe(true);
    expect(shows({ stream_end_time: '2026-03-01T11:52:00.000' })).toBe(false);
  });

  test('appears if a fast clock put the end into the future, but not without an end', () => {
    expect(shows({ stream_end_time: '2026-03-01T12:00:30' })).toBe(true);
    expect(shows({ stream_end_time: null })).toBe(false);
  });

  test('appears once, for the dream that ended last', () => {
    const first = session({ session_id: 'first', stream_end_time: '2026-03-01T11:55:00' });
    const last = session({ session_id: 'last', stream_end_time: '2026-03-01T11:58:00' });
    expect(processingSession([first, last], NOW)?.session_id).toBe('last');
  });
});

test('the board is polled every 3 s while a video is compiled, 10 s during a dream, else 30 s', () => {
  const board = (sessions: Session[], activeSession: Session | null) => ({
    sessions,
    activeSession,
    nextCursor: null,
  });
  expect(pollInterval(board([session()], session()), NOW)).toBe(3000);
  expect(pollInterval(board([], session()), NOW)).toBe(10_000);
  expect(pollInterval(board([], null), NOW)).toBe(30_000);
});
