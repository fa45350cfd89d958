import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Bucket, countIn } from './buckets.ts';
import { type Period, rangeOf } from './period.ts';

const BUCKETS = join(import.meta.dirname, 'buckets.ts');
const PERIOD = join(import.meta.dirname, 'period.ts');

/** A process has one time zone, so the bars are computed in a process of their own. */
function barsIn(zone: string, period: Period, now: string, custom = { from: '', to: '' }): Bucket[] | null {
  const code = `
    const { bucketsOf } = await import(${JSON.stringify(BUCKETS)});
    const { rangeOf } = await import(${JSON.stringify(PERIOD)});
    const range = rangeOf('${period}', ${Date.parse(now)}, ${JSON.stringify(custom)});
    console.log(JSON.stringify(range && bucketsOf('${period}', range)));`;
  const { stdout } = spawnSync(process.execPath, ['-e', code], {
    encoding: 'utf8',
    env: { ...process.env, TZ: zone },
  });
  return JSON.parse(stdout);
}
const buckets = (period: Period, now: string, zone = 'UTC') => barsIn(zone, period, now) ?? [];
const row = (date: string, count = 1) => ({ status: 'DONE' as const, date, count });

describe('in UTC', () => {
  test('the last day is six bars of four hours that end now', () => {
    const bars = buckets('1d', '2026-03-31T15:20:00Z');
    expect(bars.map(({ label }) => label)).toEqual([
      '3 PM - 7 PM',
      '7 PM - 11 PM',
      '11 PM - 3 AM',
      '3 AM - 7 AM',
      '7 AM - 11 AM',
      '11 AM - 3 PM',
    ]);
    expect(countIn(bars, [row('2026-03-30T15:19:59.999'), row('2026-03-30T15:20:00')], 'DONE')).toEqual([
      1, 0, 0, 0, 0, 0,
    ]);
    expect(countIn(bars, [row('2026-03-31T15:20:00.000')], 'DONE').at(-1)).toBe(1);
  });

  test('a week is seven days from midnight, across the end of a month', () => {
    const bars = buckets('7d', '2026-03-02T00:00:00Z');
    expect(bars.map(({ label }) => label)).toEqual([
      'Feb 24',
      'Feb 25',
      'Feb 26',
      'Feb 27',
      'Feb 28',
      'Mar 1',
      'Mar 2',
    ]);
    const rows = [
      row('2026-02-23T23:59:59.999'),
      row('2026-02-24T00:00:00'),
      row('2026-02-28T23:59:59.999', 2),
      row('2026-03-01T00:00:00', 3),
      row('2026-03-02T23:59:59.999', 4),
      row('2026-03-03T00:00:00'),
    ];
    expect(countIn(bars, rows, 'DONE')).toEqual([1, 0, 0, 0, 2, 3, 4]);
    expect(countIn(bars, rows, 'FAILED')).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('thirty days are six bars of five, the last clipped at the end of today', () => {
    const bars = buckets('30d', '2026-03-31T12:00:00Z');
    expect(bars.map(({ label }) => label)).toEqual([
      'Mar 2 - Mar 6',
      'Mar 7 - Mar 11',
      'Mar 12 - Mar 16',
      'Mar 17 - Mar 21',
      'Mar 22 - Mar 26',
      'Mar 27 - Mar 31',
    ]);
    expect(bars.at(-1)?.end).toBe(Date.parse('2026-04-01T00:00:00Z'));
  });

  test('ninety days are months, the first and the last clipped', () => {
    const bars = buckets('90d', '2026-03-31T12:00:00Z');
    expect(bars.map(({ label }) => label)).toEqual(['Jan', 'Feb', 'Mar']);
    expect(bars[0]?.start).toBe(Date.parse('2026-01-01T00:00:00Z'));
    expect(buckets('90d', '2026-04-15T12:00:00Z').map(({ label }) => label)).toEqual([
      'Jan',
      'Feb',
      'Mar',
      'Apr',
    ]);
  });

  test.each([
    ['2026-03-10', '2026-03-10', 1],
    ['2026-03-10', '2026-03-12', 3],
    ['2026-03-01', '2026-03-10', 10],
    ['2026-01-01', '2026-03-31', 10],
  ])('a range of one’s own from %s to %s is %i equal bars', (from, to, count) => {
    const bars = barsIn('UTC', 'custom', to, { from, to }) ?? [];
    expect(bars).toHaveLength(count);
    expect(bars[0]?.start).toBe(Date.parse(from));
    expect(bars.at(-1)?.end).toBe(Date.parse(to) + 24 * 3600_000);
    const lengths = bars.map(({ start, end }) => end - start);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
  });

  test.each([
    ['', '2026-03-10'],
    ['2026-03-10', ''],
    ['2026-03-10', '2026-03-09'],
    ['2026-02-30', '2026-03-09'],
  ])('from %j to %j is no range', (from, to) => {
    expect(rangeOf('custom', 0, { from, to })).toBeNull();
  });

  test('a status that is not asked for and a date that is none count nowhere', () => {
    const bars = buckets('7d', '2026-03-02T00:00:00Z');
    expect(countIn(bars, [row('never'), row('')], 'DONE')).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('where the clocks change', () => {
  test.each([
    ['2026-03-30T10:00:00Z', 23, '2026-03-28T23:00:00', '2026-03-29T22:00:00'],
    ['2026-10-26T10:00:00Z', 25, '2026-10-24T22:00:00', '2026-10-25T23:00:00'],
  ])('the week before %s has a day of %i hours', (now, hours, first, after) => {
    const bars = buckets('7d', now, 'Europe/Berlin');
    expect(bars.every((bar, index) => index === 0 || bars[index - 1]?.end === bar.start)).toBe(true);
    const sunday = bars.at(-2);
    expect(((sunday?.end ?? 0) - (sunday?.start ?? 0)) / 3600_000).toBe(hours);
    expect(countIn(bars, [row(first), row(after)], 'DONE').slice(-2)).toEqual([1, 1]);
  });

  test('thirty and ninety days begin and end at local midnight', () => {
    for (const period of ['30d', '90d'] as const) {
      const bars = buckets(period, '2026-04-10T10:00:00Z', 'Europe/Berlin');
      // One hour from UTC in winter, two in summer.
      expect(new Date(bars[0]?.start ?? 0).getUTCHours()).toBe(23);
      expect(new Date(bars.at(-1)?.end ?? 0).getUTCHours()).toBe(22);
      expect(bars.every((bar, index) => index === 0 || bars[index - 1]?.end === bar.start)).toBe(true);
    }
  });
});
