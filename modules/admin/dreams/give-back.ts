import { AppError, notFound } from '../../../src/kit/errors.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import { nameOf } from '../../dreams/shared/sort.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { Audit } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';
import { mailPerson } from '../people/mail-person.ts';
import type { GiveBackAnswer, GiveBackRequest } from '../schemas/dream.ts';

/**
 * A dream that is over no longer counts against its person's plan.
 * @throws AppError 404, 409 while it is live, 502 where it is done and the mail could not be sent
 */
export async function giveBack(
  deps: Pick<AdminDeps, 'dreams' | 'auth' | 'mail' | 'log' | 'appName'>,
  admin: SessionUser,
  audit: Audit,
  { sessionId, reason }: GiveBackRequest,
  origin: string,
): Promise<GiveBackAnswer> {
  const { repository } = deps.dreams;
  const dream = await repository.find(sessionId);
  if (!dream) throw notFound('No session');
  if (isActive(dream.jobStatus))
    throw new AppError(409, 'live', 'The dream is still live. Stop it, and it is not counted.');
  if (!(await repository.uncharge(dream.id))) return { changed: false };
  await audit({ action: 'give-back', userId: dream.userId, targetId: dream.id, detail: reason });
  const name = nameOf({ dream_name: dream.name }) || 'untitled';
  const notice = {
    kind: 'give-back',
    userId: dream.userId,
    subject: `Your dream “${name}” is not counted`,
    paragraphs: [
      `We have given you back the stream of your dream “${name}” on ${deps.appName}: it no longer counts against your plan.`,
    ],
    reason,
  };
  await mailPerson(deps, admin, notice, origin);
  return { changed: true };
}
