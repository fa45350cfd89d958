import { expect, test } from 'vitest';
import { fpsStats } from '../../../modules/admin/contract/fps-stats.ts';
import type { FpsRow } from '../../../modules/admin/contract/summary.ts';
import { fpsRow } from '../../../tests/fps-row.ts';
import { csvName, toCsv } from './csv.ts';
import { pointByKey } from './fps-keys.ts';
import { fpsPoints, jitter } from './fps-points.ts';
import { growthWithin, latestGrowth, shareOf } from './growth.ts';

const DAY_MS = 24 * 3600_000;
const row = (more: Partial<FpsRow> = {}) =>
  fpsRow({
    date: '2026-03-10T12:00:00',
    session_id: 'a1',
    fps: 15,
    client_fps: 12,
    rp_job_id: 'local-1',
    user_id: 'u1',
    ...more,
  });
const range = { start: Date.parse('2026-03-09T00:00:00Z'), end: Date.parse('2026-03-12T00:00:00Z') };

test('variance is that of the whole population and leaves the overall value out', () => {
  expect(fpsStats({ overall: 99, '0': 2, '10': 4, '20': 6 })).toEqual({
    overall: 99,
    min: 2,
    max: 6,
    variance: 8 / 3,
  });
  expect(fpsStats('{"overall":15,"0":"16","10":14}')).toEqual({ overall: 15, min: 14, max: 14, variance: 0 });
  expect(fpsStats({ overall: 15 })).toEqual({ overall: 15, min: null, max: null, variance: null });
  expect(fpsStats('not json')).toBeNull();
  expect(fpsStats(null)).toBeNull();
});

test.each([
  ['1d', 1, 5],
  ['7d', 7, 30],
  ['30d', 30, 120],
  ['90d', 90, 360],
  // same as the period of the nearest length
  ['custom', 1, 5],
  ['custom', 10, 30],
  ['custom', 365, 360],
] as const)(
  'in %s of %i days a point is moved by %i minutes at most, and nearly as far',
  (period, days, minutes) => {
    const start = Date.parse('2026-03-01T00:00:00Z');
    const at = start + (days * DAY_MS) / 2;
    const rows = Array.from({ length: 300 }, (_, index) =>
      row({ session_id: `s${index}`, date: new Date(at).toISOString() }),
    );
    const moved = fpsPoints(rows, period, { start, end: start + days * DAY_MS }).map(
      ({ x }) => Math.abs(x - at) / 60_000,
    );
    expect(Math.max(...moved)).toBeLessThanOrEqual(minutes);
    expect(Math.max(...moved)).toBeGreaterThan(minutes * 0.9);
  },
);

test('a session is moved by the same little each time, within its period’s reach', () => {
  for (let index = 0; index < 500; index++) {
    expect(Math.abs(jitter(`session-${index}`, 1))).toBeLessThanOrEqual(1);
  }
  const [point] = fpsPoints([row()], '1d', range);
  expect(fpsPoints([row()], '1d', range)[0]).toEqual(point);
  expect(Math.abs((point?.x ?? 0) - Date.parse('2026-03-10T12:00:00Z'))).toBeLessThanOrEqual(5 * 60_000);
  expect(Math.abs((point?.y ?? 0) - 15)).toBeLessThanOrEqual(0.15);
});

test('keys lead from point to point and stop at both ends', () => {
  const points = fpsPoints([row(), row({ session_id: 'b2', date: '2026-03-10T13:00:00' })], '1d', range);
  const [first = null, , , last = null] = points;
  expect(pointByKey(points, null, 'ArrowRight')).toBe(first);
  expect(pointByKey(points, null, 'ArrowLeft')).toBe(last);
  expect(pointByKey(points, first, 'ArrowRight')).toBe(points[1]);
  expect(pointByKey(points, first, 'ArrowLeft')).toBe(first);
  expect(pointByKey(points, last, 'ArrowRight')).toBe(last);
  expect(pointByKey(points, last, 'Home')).toBe(first);
  expect(pointByKey(points, first, 'End')).toBe(last);
  expect(pointByKey(points, first, 'Tab')).toBeNull();
  expect(pointByKey([], null, 'End')).toBeNull();
});

test('a speed of nothing is no point, and neither is a dream outside the range', () => {
  expect(fpsPoints([row({ fps: 0 })], '7d', range).map(({ kind }) => kind)).toEqual(['client']);
  expect(fpsPoints([row({ fps: null, client_fps: null })], '7d', range)).toEqual([]);
  expect(fpsPoints([row({ date: '2026-03-08T12:00:00' })], '7d', range)).toEqual([]);
  expect(fpsPoints([row({ fps: 400, client_fps: null })], '7d', range)[0]?.y).toBe(16.5);
});

test('the file quotes what must be quoted and lets no cell run', () => {
  const text = toCsv([
    row({ session_id: '=cmd()', rp_worker_id: 'a,"b"\nc', fps: null, pcie_data: { h2d: 1, d2h: 2 } }),
  ]);
  const [head, ...rest] = text.split('\r\n');
  expect(head).toBe('Session ID,RP Job ID,Worker ID,User ID,Request Time,Server FPS,Client FPS,PCIe Data');
  expect(rest.join('')).toContain(`'=cmd(),local-1,"a,""b""\nc",u1,`);
  expect(rest.join('')).toContain(',,12.00,"{""h2d"":1,""d2h"":2}"');
  expect(csvName(new Date(2026, 2, 5).getTime())).toBe('fps_sessions_2026-03-05.csv');
});

test('growth keeps the days of the range in order, and the latest entry of all', () => {
  const rows = [
    { date: '2026-03-12', total_users: 40 },
    { date: '2026-03-10', total_users: 20, subscribed_users: 5 },
    { date: '2026-03-11', total_users: 30, subscribed_users: 6 },
  ];
  const shown = { start: new Date(2026, 2, 10, 15).getTime(), end: new Date(2026, 2, 11, 15).getTime() };
  expect(growthWithin(rows, shown).map(({ label, total }) => [label, total])).toEqual([
    ['Mar 10', 20],
    ['Mar 11', 30],
  ]);
  expect(latestGrowth(rows)).toMatchObject({ total: 40, subscribed: 0 });
  expect(shareOf(5, 20)).toBe('25.0%');
  expect(shareOf(0, 0)).toBe('0.0%');
});
