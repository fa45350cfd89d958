import { expect, test } from 'vitest';
import { z } from 'zod';
import { check } from './http/http.ts';
import { plainFault } from './plain-fault.ts';

const schema = z.strictObject({
  name: z.string().min(1).max(5),
  age: z.int().min(0).max(99),
  role: z.enum(['user', 'admin']),
  mail: z.email().optional(),
  when: z.union([z.number(), z.boolean()]).optional(),
  ids: z.array(z.string()).max(2).optional(),
  reported: z.string().max(3, 'Too long to be told.').optional(),
});
const right = { name: 'Ada', age: 36, role: 'user' };

test.each<[given: unknown, words: string, field?: string]>([
  [{ ...right, name: undefined }, '“name” is missing.', 'name'],
  [{ ...right, name: 7 }, '“name” must be text.', 'name'],
  [{ ...right, name: '' }, '“name” is empty.', 'name'],
  [{ ...right, name: 'Augusta' }, '“name” must have at most 5 characters.', 'name'],
  [{ ...right, age: 1.5 }, '“age” must be a whole number.', 'age'],
  [{ ...right, age: -1 }, '“age” must be at least 0.', 'age'],
  [{ ...right, role: 'queen' }, '“role” must be user or admin.', 'role'],
  [{ ...right, mail: 'ada' }, '“mail” must be an e-mail address.', 'mail'],
  [{ ...right, when: 'now' }, '“when” is not valid.', 'when'],
  [{ ...right, ids: ['a', 'b', 'c'] }, '“ids” must have at most 2 entries.', 'ids'],
  [{ ...right, ids: ['a', 3] }, '“ids.1” must be text.', 'ids.1'],
  [{ ...right, hat: 'top' }, 'The request must not contain “hat”.'],
  [[], 'The request must be an object.'],
  [{ ...right, reported: 'four' }, 'Too long to be told.', 'reported'],
])('a request with %j is rejected with a plain error', (given, words, field) => {
  expect(() => check(schema, given)).toThrow(
    expect.objectContaining({ status: 400, message: words, extra: field ? { field } : {} }),
  );
});

test('a message between programs starts with the field’s name', () => {
  const { error } = schema.safeParse({ ...right, age: 'old' }, { error: plainFault });
  expect(error?.issues.map(({ message }) => message)).toEqual(['must be a number']);
});
