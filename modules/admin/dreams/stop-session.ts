import { notFound } from '../../../src/kit/errors.ts';
import type { Audit } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';
import type { StopAnswer } from '../schemas/sessions.ts';

/**
 * Ends a person's live dream as ABORTED, keeping its recording and giving the stream back to them; one that has ended
 * stays as it is.
 * @throws AppError 404
 */
export async function stopSession(
  { dreams, stream }: Pick<AdminDeps, 'dreams' | 'stream'>,
  audit: Audit,
  dreamId: string,
): Promise<StopAnswer> {
  const dream = await dreams.repository.find(dreamId);
  if (!dream) throw notFound('No session');
  let stopped = false;
  const job_status = await stream.stopLive(dream, async () => {
    await audit({ action: 'stop', userId: dream.userId, targetId: dream.id, detail: 'not counted' });
    stopped = true;
  });
  return { job_status, stopped };
}
