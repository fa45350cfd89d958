import { expect, test } from 'vitest';
import { describeUsage } from './usage.ts';

test('an answer with missing fields is shown as far as possible', () => {
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

test('usage above the limit is shown as 100 %', () => {
  expect(describeUsage({ limit: 3, isTrial: true, used: 7, remainingTrials: -4 }, true)).toMatchObject({
    figure: '3/3',
    note: 'Trial streams used up. Subscribe to continue!',
  });
});

test('a used-up trial links to plans only if plans are sold', () => {
  const used = { limit: 3, isTrial: true, used: 3 };
  expect(describeUsage(used, true)?.note).toBe('Trial streams used up. Subscribe to continue!');
  expect(describeUsage(used, false)?.note).toBe(
    'Trial streams used up. The operator of this site can give you more.',
  );
});
