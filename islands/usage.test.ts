import { expect, test } from 'vitest';
import { describeUsage } from './usage.ts';

test('an answer that leaves members out is told as far as it goes', () => {
  expect(describeUsage({})).toBeNull();
  expect(describeUsage({ limit: 5 })).toMatchObject({ figure: '0/5', label: 'Monthly streams', note: '' });
  expect(describeUsage({ limit: 3, isTrial: true, used: 2 })).toMatchObject({
    figure: '2/3',
    note: '1 trial stream remaining',
    warns: true,
  });
});

test('more used than allowed is never more than all', () => {
  expect(describeUsage({ limit: 3, isTrial: true, used: 7, remainingTrials: -4 })).toMatchObject({
    figure: '3/3',
    note: 'Trial streams used up. Subscribe to continue!',
  });
});
