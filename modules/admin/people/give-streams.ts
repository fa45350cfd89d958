import { toSessionUser } from '../../auth/auth.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import type { GiveStreamsRequest, TakeStreamsRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { noticeText } from './notice-text.ts';

/**
 * Gives a user extra streams: for this billing period, or permanently if the plan has no periods.
 * @throws AppError 404, 409 for users without a limit, 502 if it succeeded but the mail was refused
 */
export async function giveStreams(
  { auth, dreams, stream, appName }: Pick<AdminDeps, 'auth' | 'dreams' | 'stream' | 'appName'>,
  { decide, origin }: Pick<Operator, 'decide' | 'origin'>,
  { userId, streams, reason }: GiveStreamsRequest,
): Promise<void> {
  const person = await auth.findUser(userId);
  if (!person) throw notFound('No user was found at this address.');
  const { limit, periodEnd } = await stream.checkAccess(toSessionUser(person));
  if (limit === null)
    throw new AppError(409, 'unlimited', `${person.name} has as many streams as they like.`);
  const what = streams === 1 ? 'a stream' : `${streams} streams`;
  const done = `You have ${what} more on ${appName}${periodEnd === null ? '' : ' in this billing period'}: ${origin}/stream`;
  await decide(async () => {
    await dreams.repository.giveStreams(userId, streams);
    return {
      act: { action: 'give-streams', userId, targetId: null, detail: `${streams}: ${reason}` },
      mail: {
        kind: 'given-streams',
        subject: `We have given you ${what}`,
        text: noticeText([done], reason),
      },
    };
  });
}

/**
 * Takes away extra streams that operators gave and that still count.
 * @throws AppError 404, 409 if fewer were given, 502 if it succeeded but the mail was refused
 */
export async function takeStreams(
  { auth, dreams, stream, appName }: Pick<AdminDeps, 'auth' | 'dreams' | 'stream' | 'appName'>,
  { decide }: Pick<Operator, 'decide'>,
  { userId, streams, reason }: TakeStreamsRequest,
): Promise<void> {
  const what = streams === 1 ? 'a stream' : `${streams} streams`;
  await decide(async () => {
    const person = await auth.findUser(userId);
    if (!person) throw notFound('No user was found at this address.');
    const given = (await stream.quotaOf(toSessionUser(person)))?.given ?? 0;
    if (streams > given)
      throw new AppError(409, 'fewer-given', `${given === 0 ? 'None' : `Only ${given}`} can be taken away.`);
    await dreams.repository.giveStreams(userId, -streams);
    const done = `We have taken ${what} away that we had given you on ${appName}.`;
    return {
      act: { action: 'take-streams', userId, targetId: null, detail: `${streams}: ${reason}` },
      mail: {
        kind: 'taken-streams',
        subject: `We have taken ${what} away`,
        text: noticeText([done], reason),
      },
    };
  });
}
