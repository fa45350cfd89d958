import { notFound } from '../../src/kit/errors.ts';
import type { JobStatus } from '../stream/schemas.ts';
import type { Audit } from './audit.ts';
import type { AdminDeps } from './deps.ts';

/**
 * Ends somebody's live dream as ABORTED, keeping its recording; one that has ended stays as it is.
 * @throws AppError 404
 */
export async function stopSession(
  { dreams, stream }: Pick<AdminDeps, 'dreams' | 'stream'>,
  audit: Audit,
  dreamId: string,
): Promise<JobStatus> {
  const dream = await dreams.lifecycle.find(dreamId);
  if (!dream) throw notFound('No session');
  return stream.stopLive(dream, () =>
    audit({ action: 'stop', userId: dream.userId, targetId: dream.id, detail: null }),
  );
}
