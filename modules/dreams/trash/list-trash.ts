import { utcText } from '../../kit/clock.ts';
import { badRequest } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import { toSession } from '../board/present.ts';
import type { TrashAnswer } from '../contract/trash-schemas.ts';
import type { TrashPlace } from '../queries/trash.ts';
import type { DreamsStore } from '../store.ts';

const PAGE = 60;
const DAY_MS = 24 * 3600_000;

/** One page of a person's deleted dreams that can still be restored. @param endedAfter see listTrash */
export async function listTrash(
  store: DreamsStore,
  userId: string,
  {
    cursor,
    endedAfter,
    keepDays,
    now,
  }: { cursor?: string | undefined; endedAfter: number | null; keepDays: number; now: number },
): Promise<TrashAnswer> {
  const after = cursor ? readCursor(cursor) : null;
  const [rows, total_count] = await Promise.all([
    store.listTrash(userId, { after, limit: PAGE + 1, endedAfter }),
    store.countTrash(userId, endedAfter),
  ]);
  const last = rows[PAGE - 1];
  return {
    sessions: rows.slice(0, PAGE).map((dream) => ({
      ...toSession({ ...dream, isBookmarked: false, proposal: null }),
      hidden_at: utcText(dream.hiddenAt),
      gone_at: dream.hiddenAt === null ? null : utcText(dream.hiddenAt + keepDays * DAY_MS),
    })),
    total_count,
    as_of: now,
    nextCursor: rows.length > PAGE && last ? `${last.hiddenAt}-${last.requestedAt}-${last.id}` : null,
  };
}

/** @throws AppError 400 for any other format */
function readCursor(cursor: string): TrashPlace {
  const [, hiddenAt, requestedAt, id] = cursor.match(/^(\d{1,15})-(\d{1,15})-([\w-]{1,64})$/) ?? [];
  if (!hiddenAt || !requestedAt || !id) throw badRequest(m.dreams_error_cursor());
  return { hiddenAt: Number(hiddenAt), requestedAt: Number(requestedAt), id };
}
