import { expect, test } from 'vitest';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { objectionToRole, objectionToSelection, objectionToSending } from './recipients.ts';

const user = { id: '1', name: 'Ada', email: 'ada@example.com' } as UserRow;
const letter = { subject: 'Hi', content: 'Hello', translations: [] };
const one = { kind: 'one', user } as const;

test('a mail to nobody, to no role or without words is refused in the words of the page', () => {
  expect(objectionToSelection([])).toBe('Please select at least one user');
  expect(objectionToSelection([user])).toBeNull();
  expect(objectionToRole('')).toBe('Please select a role filter first');
  expect(objectionToRole('admin')).toBeNull();
  expect(objectionToSending(null, 'service', letter, [])).toBe('No users selected');
  expect(objectionToSending({ kind: 'selected', users: [] }, 'service', letter, [])).toBe(
    'No users selected',
  );
  expect(objectionToSending({ kind: 'selected', users: [user] }, 'marketing', letter, [])).toBe(
    'No users selected',
  );
  for (const [subject, content] of [
    ['', 'Hello'],
    ['Hi', ''],
    [' ', '\n'],
  ] as const)
    expect(objectionToSending(one, 'service', { ...letter, subject, content }, [])).toBe(
      'Please fill in both subject and content',
    );
  expect(objectionToSending(one, 'service', letter, [])).toBeNull();
  const half = { ...letter, translations: [{ locale: 'de', subject: 'Hallo', content: '' }] };
  expect(objectionToSending(one, 'service', half, [{ locale: 'de', name: 'German' }])).toBe(
    'Please fill in both subject and content in German, or neither',
  );
});
