import { nameOf } from '../../dreams/contract/sort.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
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
    if (!dream) throw notFound(m.admin_dreams_error_not_found());
    if (isActive(dream.jobStatus)) throw new AppError(409, 'live', m.admin_dreams_error_live_give_back());
    if (!(await repository.uncharge(dream.id))) return null;
    const slots = () => ({ app: appName, name: nameOf({ dream_name: dream.name }) || m.dreams_untitled() });
    return {
      act: { action: 'give-back', userId: dream.userId, targetId: dream.id, detail: reason },
      mail: {
        kind: 'give-back',
        write: () => ({
          subject: m.admin_dreams_give_back_mail_subject(slots()),
          text: noticeText([m.admin_dreams_give_back_mail_text(slots())], reason),
        }),
      },
    };
  });
  return { changed: made !== null };
}
