import { expect, test } from 'vitest';
import { type Period, periodAt } from './current-period.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const period = (start: string, end: string): Period => ({ start: at(start), end: at(end) });
const MARCH = period('2026-03-05T10:00', '2026-04-05T10:00');

test.each<[string, Period, string, Period]>([
  ['within', MARCH, '2026-03-20T00:00', MARCH],
  ['at its first moment', MARCH, '2026-03-05T10:00', MARCH],
  ['at its last moment', MARCH, '2026-04-05T09:59', MARCH],
  [
    'renewed, and nobody has heard yet',
    MARCH,
    '2026-04-05T10:00',
    period('2026-04-05T10:00', '2026-05-05T10:00'),
  ],
  ['renewed three times unheard', MARCH, '2026-06-30T00:00', period('2026-06-05T10:00', '2026-07-05T10:00')],
  ['before it began, by a clock that is late', MARCH, '2026-03-05T09:59', MARCH],
  ['set back by years', MARCH, '2020-01-01T00:00', MARCH],
  [
    'begun on the 31st, in a short month',
    period('2026-01-31T12:00', '2026-02-28T12:00'),
    '2026-03-01T00:00',
    period('2026-02-28T12:00', '2026-03-31T12:00'),
  ],
  [
    'told of in the short month',
    period('2026-02-28T12:00', '2026-03-31T12:00'),
    '2026-04-01T00:00',
    period('2026-03-31T12:00', '2026-04-30T12:00'),
  ],
  [
    'over the end of a year',
    period('2026-11-30T00:00', '2026-12-30T00:00'),
    '2027-02-10T00:00',
    period('2027-01-30T00:00', '2027-02-28T00:00'),
  ],
  [
    'in a leap year',
    period('2027-12-31T00:00', '2028-01-31T00:00'),
    '2028-02-29T00:00',
    period('2028-02-29T00:00', '2028-03-31T00:00'),
  ],
])('at a time %s', (_, known, now, expected) => {
  const dates = ({ start, end }: Period) => [new Date(start).toISOString(), new Date(end).toISOString()];
  expect(dates(periodAt(known, at(now)))).toEqual(dates(expected));
});
