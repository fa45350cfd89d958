import { notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { CloseAudienceAnswer } from '../contract/dream.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';

/**
 * Closes a live dream's link for its audience, which ends every watcher's connection. The dreamer may open another one.
 * @throws AppError 404
 */
export async function closeAudience(
  { dreams: { repository }, stream }: Pick<AdminDeps, 'dreams' | 'stream'>,
  { decide }: Pick<Operator, 'decide'>,
  { sessionId, reason }: { sessionId: string; reason: string },
): Promise<CloseAudienceAnswer> {
  const dream = await repository.find(sessionId);
  if (!dream) throw notFound(m.admin_dreams_error_not_found());
  const made = await decide(
    async () =>
      (await repository.closeAudience(dream.id))
        ? { act: { action: 'close-audience', userId: dream.userId, targetId: dream.id, detail: reason } }
        : null,
    () => stream.watching.closed(dream.id),
  );
  return { changed: made !== null };
}
