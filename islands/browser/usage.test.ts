import { expect, test } from 'vitest';
import { describeUsage } from './usage.ts';

test('an answer that leaves members out is told as far as it goes', () => {
  expect(describeUsage({}, true)).toBeNull();
  expect(describeUsage({ limit: 5 }, true)).toMatchObject({
    figure: '0/5',
    label: 'Monthly streams',
    note: '',
  });
  expect(describeUsage({ limit: 3, isTrial: true, used: 2 }, true)).toMatchObject({
    figure: '2/3',
    note: '1 trial stream remaining',
    warns: true,
  });
});

test('more used than allowed is never more than all', () => {
  expect(describeUsage({ limit: 3, isTrial: true, used: 7, remainingTrials: -4 }, true)).toMatchObject({
    figure: '3/3',
    note: 'Trial streams used up. Subscribe to continue!',
  });
});

test('a trial that is used up leads to plans only where there are some', () => {
  const used = { limit: 3, isTrial: true, used: 3 };
  expect(describeUsage(used, true)?.note).toBe('Trial streams used up. Subscribe to continue!');
  expect(describeUsage(used, false)?.note).toBe(
    'Trial streams used up. The operator of this site can give you more.',
  );
});
