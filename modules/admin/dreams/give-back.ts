import { nameOf } from '../../dreams/contract/sort.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { GiveBackAnswer, GiveBackRequest } from '../contract/dream.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { noticeText } from '../people/notice-text.ts';

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
    if (!dream) throw notFound('No session was found at this address.');
    if (isActive(dream.jobStatus))
      throw new AppError(409, 'live', 'The dream is still live. Stop it, and it is not counted.');
    if (!(await repository.uncharge(dream.id))) return null;
    const name = nameOf({ dream_name: dream.name }) || 'untitled';
    const done = `We have given you back the stream of your dream “${name}” on ${appName}: it no longer counts against your plan.`;
    return {
      act: { action: 'give-back', userId: dream.userId, targetId: dream.id, detail: reason },
      mail: {
        kind: 'give-back',
        subject: `Your dream “${name}” is not counted`,
        text: noticeText([done], reason),
      },
    };
  });
  return { changed: made !== null };
}
