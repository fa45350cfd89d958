import { toSessionUser } from '../../auth/auth.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { GiveStreamsRequest, TakeStreamsRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { notice } from './notice.ts';

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
  if (!person) throw notFound(m.admin_people_error_no_user());
  const { limit, periodEnd } = await stream.checkAccess(toSessionUser(person));
  if (limit === null)
    throw new AppError(409, 'unlimited', m.admin_people_error_streams_unlimited({ name: person.name }));
  await decide(async () => {
    await dreams.repository.giveStreams(userId, streams);
    const slots = { count: streams, app: appName };
    const done =
      periodEnd === null
        ? m.admin_people_give_streams_mail_text
        : m.admin_people_give_streams_mail_text_period;
    return {
      act: { action: 'give-streams', userId, targetId: null, detail: `${streams}: ${reason}` },
      mail: notice('given-streams', reason, () => [
        m.admin_people_give_streams_mail_subject(slots),
        done(slots),
        `${origin}/stream`,
      ]),
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
  await decide(async () => {
    const person = await auth.findUser(userId);
    if (!person) throw notFound(m.admin_people_error_no_user());
    const given = (await stream.quotaOf(toSessionUser(person)))?.given ?? 0;
    if (streams > given)
      throw new AppError(409, 'fewer-given', m.admin_people_error_streams_fewer({ given }));
    await dreams.repository.giveStreams(userId, -streams);
    const slots = { count: streams, app: appName };
    return {
      act: { action: 'take-streams', userId, targetId: null, detail: `${streams}: ${reason}` },
      mail: notice('taken-streams', reason, () => [
        m.admin_people_take_streams_mail_subject(slots),
        m.admin_people_take_streams_mail_text(slots),
      ]),
    };
  });
}
