import { expect, test } from 'vitest';
import type { Session } from '../../modules/dreams/contract/schemas.ts';
import { type Further, type FurtherAction, nothingFurther, reduceFurther } from './further-dreams.ts';

const dreams = (...ids: string[]) => ids.map((id) => ({ session_id: id }) as Session);
const idsOf = ({ sessions }: Further) => sessions.map(({ session_id }) => session_id);
const after = (...actions: FurtherAction[]) => actions.reduce(reduceFurther, nothingFurther('newest'));
const read = (from: string, cursor: string | null, ...ids: string[]): FurtherAction => ({
  type: 'read',
  list: 'newest',
  from,
  cursor,
  sessions: dreams(...ids),
});

test('appends pages in order, and ignores a page that is read twice', () => {
  const known = after(read('a', 'b', '1', '2'), read('b', null, '3'), read('a', 'b', '1', '2'));
  expect([idsOf(known), known.cursor]).toEqual([['1', '2', '3'], null]);
});

test('dreams pushed off the first page come first, without duplicates from their own page', () => {
  const pushed: FurtherAction = { type: 'pushed-out', list: 'newest', sessions: dreams('1') };
  expect(idsOf(after(pushed, read('a', null, '1', '2')))).toEqual(['1', '2']);
});

test('the next page clears a failure, and dreams already read stay', () => {
  const failed = after(read('a', 'b', '1'), { type: 'failed', list: 'newest' });
  expect([idsOf(failed), failed.failed]).toEqual([['1'], true]);
  expect(reduceFurther(failed, read('b', null, '2')).failed).toBe(false);
});

test('a different list starts empty, and changes apply to the current one', () => {
  const other = after(read('a', 'b', '1'), { type: 'put-back', list: 'names', sessions: dreams('9') });
  expect([other.list, idsOf(other), other.cursor]).toEqual(['names', ['9'], undefined]);
  expect(idsOf(reduceFurther(other, { type: 'changed', change: () => [] }))).toEqual([]);
});
