import { PURGE_WORDS } from '../../../modules/admin/contract/limits.ts';
import type { HiddenCount, PurgedAnswer } from '../../../modules/admin/contract/sessions.ts';
import { formatUnit } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { joinSentences } from '../../../modules/kit/texts/sentences.ts';
import { confirmed, confirmedInWords, showAlert } from '../../ui/dialogs.ts';

/** Many files may have to be deleted from remote storage. */
const PURGE_MS = 10 * 60_000;
const FAILURE = m.admin_dreams_purge_failed;

/** Makes an admin call. On failure, shows why and returns null. */
type Act = <Answer>(
  path: string,
  body: object,
  failure: (slots: { reason: string }) => string,
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
    if (answer) await showAlert(m.admin_dreams_purge_done({ count: answer.purged }));
    return answer !== null;
  };
  const first = await count();
  if (!first) return;
  if (first.due > 0) {
    if (!(await confirmed(dueQuestion(first))) || !(await purge({}))) return;
  } else if (!first.disk_full || first.waiting === 0) {
    return showAlert(joinSentences([m.admin_dreams_purge_nothing(), waitingText(first)]));
  }
  const left = first.disk_full ? await count() : null;
  if (!left?.disk_full || left.waiting === 0) return;
  if (await confirmedInWords(fullQuestion(left), PURGE_WORDS)) await purge({ everything: PURGE_WORDS });
}

const daysText = (days: number) => formatUnit(days, 'day');

const dueQuestion = (count: HiddenCount) =>
  joinSentences([
    m.admin_dreams_purge_confirm({ count: count.due, days: daysText(count.days) }),
    waitingText(count),
  ]);

const waitingText = ({ waiting, days }: HiddenCount) =>
  m.admin_dreams_purge_waiting({ count: waiting, days: daysText(days) });

const fullQuestion = ({ waiting, days }: HiddenCount) =>
  m.admin_dreams_purge_full_confirm({ count: waiting, days: daysText(days), words: PURGE_WORDS });
