import { expect, test } from 'vitest';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { objectionToRole, objectionToSelection, objectionToSending } from './recipients.ts';

const user = { id: '1', name: 'Ada', email: 'ada@example.com' } as UserRow;
const one = { kind: 'one', user } as const;

test('a mail to nobody, to no role or without words is refused in the words of the page', () => {
  expect(objectionToSelection([])).toBe('Please select at least one user');
  expect(objectionToSelection([user])).toBeNull();
  expect(objectionToRole('')).toBe('Please select a role filter first');
  expect(objectionToRole('admin')).toBeNull();
  expect(objectionToSending(null, 'service', 'Hi', 'Hello')).toBe('No users selected');
  expect(objectionToSending({ kind: 'selected', users: [] }, 'service', 'Hi', 'Hello')).toBe(
    'No users selected',
  );
  expect(objectionToSending({ kind: 'selected', users: [user] }, 'marketing', 'Hi', 'Hello')).toBe(
    'No users selected',
  );
  for (const [subject, content] of [
    ['', 'Hello'],
    ['Hi', ''],
    [' ', '\n'],
  ] as const)
    expect(objectionToSending(one, 'service', subject, content)).toBe(
      'Please fill in both subject and content',
    );
  expect(objectionToSending(one, 'service', 'Hi', 'Hello')).toBeNull();
});
