import type { SessionUser } from '../../auth/contract/schemas.ts';
import { nameOf } from '../../dreams/contract/sort.ts';
import { AppError, forbidden, notFound } from '../../kit/errors.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';

/** A reason counts for so long. */
const ONE_WATCH_MS = 3600_000;

type WatchDeps = Pick<AdminDeps, 'dreams' | 'stream' | 'store' | 'clock'>;

/** Writes down why an operator watches a live dream for the next hour. @throws AppError 404, 409 for one that is over */
export async function beginWatch(
  { dreams }: Pick<WatchDeps, 'dreams'>,
  audit: Audit,
  { sessionId, reason }: { sessionId: string; reason: string },
): Promise<void> {
  const dream = await dreams.repository.find(sessionId);
  if (!dream) throw notFound('No session');
  if (!isActive(dream.jobStatus)) throw new AppError(409, 'over', 'The dream is over.');
  const detail = `“${nameOf({ dream_name: dream.name }) || 'untitled'}”: ${reason}`;
  await audit({ action: 'watch', userId: dream.userId, targetId: dream.id, detail });
}

/**
 * @returns the newest frame that shows by itself, header and picture; null while there is none
 * @throws AppError 404 for no live dream, 403 without a reason of the last hour
 */
export async function readLivePicture(
  { dreams, stream, store, clock }: WatchDeps,
  { id: operatorId }: SessionUser,
  sessionId: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const dream = await dreams.repository.find(sessionId);
  if (!dream || !isActive(dream.jobStatus)) throw notFound('No live dream');
  if (!(await store.hasDone('watch', operatorId, dream.id, clock.now() - ONE_WATCH_MS)))
    throw forbidden('Say first why you watch this dream.');
  return stream.latestFrame(dream);
}
