import { utcText } from '../../../src/kit/clock.ts';
import { AppError, notFound } from '../../../src/kit/errors.ts';
import type { DreamRepository } from '../../dreams/dreams.ts';
import { HOLDS, holdsOf, isLinkOpen, type LinkFacts } from '../../dreams/shared/held.ts';
import { nameOf } from '../../dreams/shared/sort.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { noticeText } from '../people/notice-text.ts';
import type { ReportAction, ReportsAnswer, TakeDownAnswer } from '../schemas/reports.ts';

const MAX_DREAMS = 100;
const REPORTS_SHOWN = 5;

/** The asked dream, then those that were reported last, and those whose links are closed by an operator. */
export async function readReports(
  { store }: Pick<AdminDeps, 'store'>,
  asked: string | undefined,
): Promise<ReportsAnswer> {
  const [reported, held, closed] = await Promise.all([
    store.listReported(MAX_DREAMS),
    store.listHeld(MAX_DREAMS),
    store.listTakenDown(MAX_DREAMS),
  ]);
  const ids = [...new Set([...(asked ? [asked] : []), ...reported, ...held, ...closed])];
  if (ids.length === 0) return { dreams: [] };
  const [rows, counted, reports] = await Promise.all([
    store.dreamsOf(ids),
    store.countReportsOf(ids),
    store.reportsOf(ids),
  ]);
  const counts = new Map(counted.map((one) => [one.dreamId, one]));
  const known = new Map(rows.map((row) => [row.dream.id, row]));
  return {
    dreams: ids.flatMap((id) => {
      const row = known.get(id);
      if (!row) return [];
      const { dream, email } = row;
      return {
        session_id: id,
        dream_name: dream.name,
        user_id: dream.userId,
        user_email: email,
        thumbnail_url: dream.thumbnailKey ? `/api/sessions/${id}/thumbnail` : null,
        shared: isLinkOpen(dream),
        taken_down: decided(dream.takenDownAt, dream.takenDownReason),
        removed: decided(dream.removedAt, dream.removedReason),
        report_count: counts.get(id)?.n ?? 0,
        new_count: counts.get(id)?.unseen ?? 0,
        holds: heldBy(dream),
        reports: reports
          .filter(({ dreamId }) => dreamId === id)
          .slice(0, REPORTS_SHOWN)
          .map(({ reason, message, createdAt }) => ({ reason, message, at: utcText(createdAt) })),
      };
    }),
  };
}

/** An operator's decision, where there is one. */
export const decided = (at: number | null, reason: string | null) =>
  at === null ? null : { reason: reason ?? '', at: utcText(at) };

/** Holds on a link, in words. */
export const heldBy = (dream: LinkFacts) =>
  holdsOf(dream).map(({ hold, at }) => ({ reason: HOLDS[hold], at: utcText(at) }));

/**
 * Closes a dream's link, or takes all of it away, or undoes that, and mails its owner why.
 * @throws AppError 404; 409 for one that is live; 502 where it is done and the mail was refused
 */
export async function takeDown(
  deps: Pick<AdminDeps, 'dreams' | 'appName'>,
  { decide, origin }: Pick<Operator, 'decide' | 'origin'>,
  { action, sessionId, reason }: ReportAction,
): Promise<TakeDownAnswer> {
  const { repository } = deps.dreams;
  const { change, subject, paragraph, act } = DECISIONS[action];
  const made = await decide(async () => {
    const dream = await repository.find(sessionId);
    if (!dream) throw notFound('No session');
    if (action === 'remove' && isActive(dream.jobStatus))
      throw new AppError(409, 'live', 'The dream is still live. Stop it first.');
    if (!(await change(repository, dream.id, reason))) return null;
    await repository.reportsSeen(dream.id);
    const name = `“${nameOf({ dream_name: dream.name }) || 'untitled'}”`;
    const words = { name, app: deps.appName, address: `${origin}/session?session_id=${dream.id}` };
    return {
      act: { action: act, userId: dream.userId, targetId: dream.id, detail: `${name}: ${reason}` },
      mail: {
        kind: 'take-down',
        subject: subject(words),
        text: noticeText([paragraph(words)], reason),
      },
    };
  });
  return { changed: made !== null };
}

/**
 * The reports of a dream were looked at, and there is nothing to do about it: a link that they have closed is as it was
 * before, without a mail to its owner.
 * @throws AppError 404
 */
export async function reportsSeen(
  { dreams: { repository } }: Pick<AdminDeps, 'dreams'>,
  { decide }: Pick<Operator, 'decide'>,
  sessionId: string,
): Promise<void> {
  await decide(async () => {
    const dream = await repository.find(sessionId);
    if (!dream) throw notFound('No session');
    const seen = await repository.reportsSeen(dream.id);
    const isOpenAgain = await repository.endHolds(dream.id);
    if (seen === 0 && !isOpenAgain) return null;
    const detail = `${seen} ${seen === 1 ? 'report' : 'reports'}${isOpenAgain ? ', link open again' : ''}`;
    return { act: { action: 'reports-seen', userId: dream.userId, targetId: dream.id, detail } };
  });
}

interface Decision {
  change(repository: DreamRepository, id: string, reason: string): Promise<boolean>;
  subject(words: Words): string;
  paragraph(words: Words): string;
  act: 'take-down' | 'put-back' | 'remove' | 'restore';
}
interface Words {
  name: string;
  app: string;
  /** of its page */
  address: string;
}

const DECISIONS: Record<ReportAction['action'], Decision> = {
  takeDown: {
    change: (repository, id, reason) => repository.takeDown(id, reason),
    subject: ({ name }) => `The link of your dream ${name} was closed`,
    paragraph: ({ name, app, address }) =>
      `We have closed the public link of your dream ${name} on ${app}. You can still watch it yourself: ${address}`,
    act: 'take-down',
  },
  putBack: {
    change: (repository, id) => repository.putBack(id),
    subject: ({ name }) => `The link of your dream ${name} is yours again`,
    paragraph: ({ name, app, address }) =>
      `The public link of your dream ${name} on ${app} is as it was before we closed it: ${address}`,
    act: 'put-back',
  },
  remove: {
    change: (repository, id, reason) => repository.remove(id, reason),
    subject: ({ name }) => `Your dream ${name} was removed`,
    paragraph: ({ name, app }) =>
      `We have removed your dream ${name} from ${app}. Nobody can watch it any more, and it will be deleted for good.`,
    act: 'remove',
  },
  restore: {
    change: (repository, id) => repository.restore(id),
    subject: ({ name }) => `Your dream ${name} is back`,
    paragraph: ({ name, app, address }) =>
      `Your dream ${name} is on your dreamboard on ${app} again: ${address}`,
    act: 'restore',
  },
};
