import { expect, test } from 'vitest';
import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import { sharingText } from './sharing-text.ts';

const dream = (session_id: string, dream_name: string | null) => ({ session_id, dream_name }) as Session;
const dreams = [dream('a', 'Low tide'), dream('b', null), dream('c', 'Moth')];
const text = (shared: boolean, changed: string[], noVideo: string[] = [], missing: string[] = []) =>
  sharingText(dreams, { shared, changed_ids: changed, no_video_ids: noVideo, missing_ids: missing });

test('the result of sharing says how many succeeded, which failed, and why', () => {
  expect(text(true, ['a', 'b', 'c'])).toBe('3 dreams shared.');
  expect(text(false, ['a'])).toBe('1 dream no longer shared.');
  expect(text(true, ['a'], ['b'], ['c'])).toBe(
    '1 dream shared. Not “untitled”: it has no video to watch. Not “Moth”: it has been deleted.',
  );
  expect(text(true, [], ['a', 'b', 'c'])).toBe(
    '0 dreams shared. Not “Low tide” and 2 more: they have no video to watch.',
  );
});
