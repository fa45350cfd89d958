import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import type { ShareListAnswer, ShareManyAnswer } from '../../../modules/dreams/contract/selection-schemas.ts';
import { nameOf } from '../../../modules/dreams/contract/sort.ts';

/** Result of opening or closing the links of several dreams: how many succeeded, and why the rest failed. */
export function sharingText(sessions: readonly Session[], answer: ShareManyAnswer): string {
  const { shared, changed_ids, no_video_ids, taken_down_ids = [], missing_ids } = answer;
  const named = (ids: readonly string[]) => {
    const names = sessions
      .filter(({ session_id }) => ids.includes(session_id))
      .map((session) => `“${nameOf(session) || 'untitled'}”`);
    const [first = '', ...others] = names;
    return others.length === 0 ? first : `${first} and ${others.length} more`;
  };
  const sentences = [`${dreamCount(changed_ids.length)} ${shared ? 'shared' : 'no longer shared'}.`];
  if (no_video_ids.length > 0) {
    sentences.push(`Not ${named(no_video_ids)}: there is no video to watch.`);
  }
  if (taken_down_ids.length > 0) {
    sentences.push(`Not ${named(taken_down_ids)}: the people who run this site have closed it.`);
  }
  if (missing_ids.length > 0) sentences.push(`Not ${named(missing_ids)}: deleted meanwhile.`);
  return sentences.join(' ');
}

/** As above, for a whole list, most of which the browser has never fetched. */
export function sharedListText(answer: ShareListAnswer): string {
  const { shared, changed_count, no_video_count, taken_down_count = 0 } = answer;
  const sentences = [`${dreamCount(changed_count)} ${shared ? 'shared' : 'no longer shared'}.`];
  if (no_video_count > 0) sentences.push(`${no_video_count} not: there is no video to watch.`);
  if (taken_down_count > 0)
    sentences.push(`${taken_down_count} not: the people who run this site have closed them.`);
  return sentences.join(' ');
}

export const dreamCount = (count: number) => `${count} ${count === 1 ? 'dream' : 'dreams'}`;
