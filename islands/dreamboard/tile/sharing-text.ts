import type { Session } from '../../../modules/dreams/schemas.ts';
import type { ShareListAnswer, ShareManyAnswer } from '../../../modules/dreams/selection-schemas.ts';
import { nameOf } from '../../../modules/dreams/shared/sort.ts';

/** Outcome of sharing many dreams, or of ending that: of how many, of which not, and why. */
export function sharingText(sessions: readonly Session[], answer: ShareManyAnswer): string {
  const { shared, changed_ids, no_video_ids, missing_ids } = answer;
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
  if (missing_ids.length > 0) sentences.push(`Not ${named(missing_ids)}: deleted meanwhile.`);
  return sentences.join(' ');
}

/** The same of a whole list, of which most were never read here. */
export function sharedListText({ shared, changed_count, no_video_count }: ShareListAnswer): string {
  const done = `${dreamCount(changed_count)} ${shared ? 'shared' : 'no longer shared'}.`;
  return no_video_count === 0 ? done : `${done} ${no_video_count} not: there is no video to watch.`;
}

export const dreamCount = (count: number) => `${count} ${count === 1 ? 'dream' : 'dreams'}`;
