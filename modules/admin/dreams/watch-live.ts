import { nameOf } from '../../dreams/contract/names.ts';
import { AppError, forbidden, notFound } from '../../kit/errors.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';

/** Validity of a reason. */
const ONE_WATCH_MS = 3600_000;

type WatchDeps = Pick<AdminDeps, 'dreams' | 'stream' | 'store' | 'clock'>;

/** Logs an operator's reason to watch a live dream during the next hour. @throws AppError 404, 409 if it has ended */
export async function beginWatch(
  { dreams }: Pick<WatchDeps, 'dreams'>,
  audit: Audit,
  { sessionId, reason }: { sessionId: string; reason: string },
): Promise<void> {
  const dream = await dreams.repository.find(sessionId);
  if (!dream) throw notFound(m.admin_dreams_error_not_found());
  if (!isActive(dream.jobStatus)) throw new AppError(409, 'over', m.admin_dreams_error_over());
  const detail = inCodes(() =>
    m.admin_dreams_audit_dream_reason({
      name: nameOf({ dream_name: dream.name }) || m.dreams_untitled(),
      reason,
    }),
  );
  await audit({ action: 'watch', userId: dream.userId, targetId: dream.id, detail });
}

/**
 * @returns the newest frame that can be decoded on its own, with its header; null before the first
 * @throws AppError 404 if no live dream has this id, 403 without a reason in the last hour
 */
export async function readLivePicture(
  { dreams, stream, store, clock }: WatchDeps,
  { id: operatorId }: SessionUser,
  sessionId: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const dream = await dreams.repository.find(sessionId);
  if (!dream || !isActive(dream.jobStatus)) throw notFound(m.admin_dreams_error_not_live());
  if (!(await store.hasDone('watch', operatorId, dream.id, clock.now() - ONE_WATCH_MS)))
    throw forbidden(m.admin_dreams_error_watch_reason());
  return stream.latestFrame(dream);
}
