import { PURGE_WORDS } from '../../../modules/admin/contract/limits.ts';
import type { HiddenCount, PurgedAnswer } from '../../../modules/admin/contract/sessions.ts';
import { confirmed, confirmedInWords, showAlert } from '../../ui/dialogs.ts';

/** Many files may have to be deleted from remote storage. */
const PURGE_MS = 10 * 60_000;
const FAILURE = 'Failed to purge';

/** Makes an admin call. On failure, shows why and returns null. */
type Act = <Answer>(
  path: string,
  body: object,
  failure: string,
  timeoutMs?: number,
) => Promise<Answer | null>;

/**
 * Permanently deletes dreams past their retention; if the disk is still full, and after a typed confirmation, all
 * deleted dreams.
 */
export async function purgeDeleted(act: Act): Promise<void> {
  const count = () => act<HiddenCount>('purge-hidden', { action: 'count' }, FAILURE);
  const purge = async (everything: object) => {
    const answer = await act<PurgedAnswer>('purge-hidden', everything, FAILURE, PURGE_MS);
    if (answer) await showAlert(`${dreamsText(answer.purged, 'deleted ')} gone for good.`);
    return answer !== null;
  };
  const first = await count();
  if (!first) return;
  if (first.due > 0) {
    if (!(await confirmed(dueQuestion(first))) || !(await purge({}))) return;
  } else if (!first.disk_full || first.waiting === 0) {
    return showAlert(`There is nothing to purge. ${waitingText(first)}`);
  }
  const left = first.disk_full ? await count() : null;
  if (!left?.disk_full || left.waiting === 0) return;
  if (await confirmedInWords(fullQuestion(left), PURGE_WORDS)) await purge({ everything: PURGE_WORDS });
}

const dreamsText = (n: number, kind = '') => `${n} ${kind}${n === 1 ? 'dream is' : 'dreams are'}`;
const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

const dueQuestion = (count: HiddenCount) =>
  `Delete for good what people have deleted? ${dreamsText(count.due)} past the ${daysText(count.days)} in the trash: nobody can bring them back then. ${waitingText(count)}`;

const waitingText = ({ waiting, days }: HiddenCount) =>
  waiting === 0
    ? 'No other dream waits in the trash.'
    : `${dreamsText(waiting, 'deleted ')} within the ${daysText(days)} that people were promised, and kept.`;

const fullQuestion = ({ waiting, days }: HiddenCount) =>
  `The disk is full. ${dreamsText(waiting, 'deleted ')} still within the ${daysText(days)} that people were promised to bring them back. To delete these for good too, type “${PURGE_WORDS}”.`;
