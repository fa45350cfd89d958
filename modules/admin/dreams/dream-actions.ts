import { nameOf } from '../../dreams/contract/names.ts';
import type { ServerStatus } from '../../dreams/contract/schemas.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { CloseAudienceAnswer, GiveBackAnswer, GiveBackRequest } from '../contract/dream.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit, Operator } from '../operator.ts';
import { notice } from '../people/notice.ts';

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

/**
 * Compiles the video of a FAILED recording again from its tape; any other recording stays as it is.
 * @throws AppError 404
 */
export async function compileAgain(
  { dreams, recordings }: Pick<AdminDeps, 'dreams' | 'recordings'>,
  audit: Audit,
  dreamId: string,
): Promise<ServerStatus | null> {
  const dream = await dreams.repository.find(dreamId);
  if (!dream) throw notFound(m.admin_dreams_error_not_found());
  if (dream.serverStatus !== 'FAILED') return dream.serverStatus;
  await audit({ action: 'compile', userId: dream.userId, targetId: dream.id, detail: null });
  await recordings.compileAgain(dream);
  return 'PROCESSING';
}

/**
 * Stops counting an ended dream against its owner's plan.
 * @throws AppError 404, 409 while it is live, 502 if it succeeded but the mail was refused
 */
export async function giveBack(
  { dreams: { repository }, appName }: Pick<AdminDeps, 'dreams' | 'appName'>,
  { decide }: Pick<Operator, 'decide'>,
  { sessionId, reason }: GiveBackRequest,
): Promise<GiveBackAnswer> {
  const made = await decide(async () => {
    const dream = await repository.find(sessionId);
    if (!dream) throw notFound(m.admin_dreams_error_not_found());
    if (isActive(dream.jobStatus)) throw new AppError(409, 'live', m.admin_dreams_error_live_give_back());
    if (!(await repository.uncharge(dream.id))) return null;
    const slots = () => ({ app: appName, name: nameOf({ dream_name: dream.name }) || m.dreams_untitled() });
    return {
      act: { action: 'give-back', userId: dream.userId, targetId: dream.id, detail: reason },
      mail: notice('give-back', reason, () => [
        m.admin_dreams_give_back_mail_subject(slots()),
        m.admin_dreams_give_back_mail_text(slots()),
      ]),
    };
  });
  return { changed: made !== null };
}
