import { AppError, notFound } from '../../../src/kit/errors.ts';
import { toSessionUser } from '../../auth/auth.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import type { Audit } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';
import type { GiveStreamsRequest } from '../schemas/person.ts';
import { mailPerson } from './mail-person.ts';

/**
 * Gives a person streams beside those of their plan: for this billing period, or for good where the plan has none.
 * @throws AppError 404, 409 for who has no limit, 502 where it is done and the mail could not be sent
 */
export async function giveStreams(
  deps: Pick<AdminDeps, 'auth' | 'dreams' | 'stream' | 'mail' | 'log' | 'appName'>,
  admin: SessionUser,
  audit: Audit,
  { userId, streams, reason }: GiveStreamsRequest,
  origin: string,
): Promise<void> {
  const person = await deps.auth.findUser(userId);
  if (!person) throw notFound('No user');
  const { limit, periodEnd } = await deps.stream.checkAccess(toSessionUser(person));
  if (limit === null)
    throw new AppError(409, 'unlimited', `${person.name} has as many streams as they like.`);
  await audit({ action: 'give-streams', userId, targetId: null, detail: `${streams}: ${reason}` });
  await deps.dreams.repository.giveStreams(userId, streams);
  const what = streams === 1 ? 'a stream' : `${streams} streams`;
  const notice = {
    kind: 'given-streams',
    userId,
    subject: `We have given you ${what}`,
    paragraphs: [
      `You have ${what} more on ${deps.appName}${periodEnd === null ? '' : ' in this billing period'}: ${origin}/stream`,
    ],
    reason,
  };
  await mailPerson(deps, admin, notice, origin);
}
