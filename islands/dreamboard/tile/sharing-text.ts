import { nameOf } from '../../../modules/dreams/contract/names.ts';
import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import type { ShareListAnswer, ShareManyAnswer } from '../../../modules/dreams/contract/selection-schemas.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { joinSentences } from '../../../modules/kit/texts/sentences.ts';

/** Result of opening or closing the links of several dreams: how many succeeded, and why the rest failed. */
export function sharingText(sessions: readonly Session[], answer: ShareManyAnswer): string {
  const { shared, changed_ids, no_video_ids, taken_down_ids = [], missing_ids } = answer;
  const named = (ids: readonly string[]) => {
    const [first, ...more] = sessions.filter(({ session_id }) => ids.includes(session_id));
    return { name: (first && nameOf(first)) || m.dreams_untitled(), more: more.length };
  };
  return joinSentences([
    changedText(shared, changed_ids.length),
    no_video_ids.length > 0 && m.dreams_sharing_no_video(named(no_video_ids)),
    taken_down_ids.length > 0 && m.dreams_sharing_closed(named(taken_down_ids)),
    missing_ids.length > 0 && m.dreams_sharing_deleted(named(missing_ids)),
  ]);
}

/** As above, for a whole list, most of which the browser has never fetched. */
export function sharedListText(answer: ShareListAnswer): string {
  const { shared, changed_count, no_video_count, taken_down_count = 0 } = answer;
  return joinSentences([
    changedText(shared, changed_count),
    no_video_count > 0 && m.dreams_sharing_list_no_video({ count: no_video_count }),
    taken_down_count > 0 && m.dreams_sharing_list_closed({ count: taken_down_count }),
  ]);
}

const changedText = (shared: boolean, count: number) =>
  shared ? m.dreams_sharing_shared({ count }) : m.dreams_sharing_unshared({ count });
