import type { LinkFacts } from '../../dreams/contract/held.ts';
import type { ReportDecision } from '../../dreams/contract/report-reasons.ts';
import { nameOf } from '../../dreams/contract/sort.ts';
import type { DreamRepository } from '../../dreams/dreams.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { ReportAction, TakeDownAnswer } from '../contract/reports.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { noticeText } from '../people/notice-text.ts';

/**
 * Closes a dream's link, removes the dream, or undoes either, and mails its owner the reason; includes its copies if
 * asked to.
 * @throws AppError 404; 409 while it is live; 502 if it succeeded but the mail was refused
 */
export async function takeDown(
  deps: Pick<AdminDeps, 'dreams' | 'store' | 'appName'>,
  operator: Pick<Operator, 'decide' | 'origin'>,
  asked: ReportAction,
): Promise<TakeDownAnswer> {
  const copies = asked.copies ? await deps.store.copiesOf(asked.sessionId) : [];
  let refused: AppError | null = null;
  /** A refused mail must not keep a copy online. */
  async function one(sessionId: string): Promise<TakeDownAnswer> {
    try {
      return await takeOneDown(deps, operator, { ...asked, sessionId });
    } catch (fault) {
      if (!(fault instanceof AppError && fault.code === 'mail')) throw fault;
      refused ??= fault;
      return { changed: true };
    }
  }
  const first = await one(asked.sessionId);
  // A live copy must be stopped first, and stays listed until then.
  for (const sessionId of copies) await one(sessionId).catch(unlessConflict);
  if (refused) throw refused;
  return first;
}

function unlessConflict(fault: unknown): void {
  if (!(fault instanceof AppError && fault.status === 409)) throw fault;
}

async function takeOneDown(
  deps: Pick<AdminDeps, 'dreams' | 'appName'>,
  { decide, origin }: Pick<Operator, 'decide' | 'origin'>,
  { action, sessionId, reason, ground }: ReportAction,
): Promise<TakeDownAnswer> {
  const { repository } = deps.dreams;
  const { change, subject, paragraph, act, decides } = DECISIONS[action];
  const made = await decide(async () => {
    const dream = await repository.find(sessionId);
    if (!dream) throw notFound('No session was found at this address.');
    if (action === 'remove' && isActive(dream.jobStatus))
      throw new AppError(409, 'live', 'The dream is still live. Stop it first.');
    if (!(await change(repository, dream.id, reason))) return null;
    const reports = decides ? await deps.dreams.decideReports(dream.id, decides) : 0;
    const statement = decides ? [foundText(dream, reports), groundText(ground, origin)] : [];
    const name = `“${nameOf({ dream_name: dream.name }) || 'untitled'}”`;
    const words = { name, app: deps.appName, address: `${origin}/session?session_id=${dream.id}` };
    return {
      act: { action: act, userId: dream.userId, targetId: dream.id, detail: `${name}: ${reason}` },
      mail: {
        kind: 'take-down',
        subject: subject(words),
        text: noticeText([paragraph(words), ...statement], reason, decides && m.dreams_objection()),
      },
    };
  });
  return { changed: made !== null };
}

/** Why the decision was made, for the owner, without naming who reported it. */
function foundText(dream: LinkFacts, reports: number): string {
  const first =
    dream.flaggedHeldAt !== null
      ? 'Our picture check flagged it'
      : reports > 0
        ? 'It was reported to us'
        : null;
  return first ? `${first}, and a person has decided.` : 'A person came across it, and has decided.';
}

const groundText = (ground: ReportAction['ground'], origin: string) =>
  ground === 'law'
    ? 'We hold it to be against the law. This holds everywhere, until we take it back.'
    : `It goes against our terms: ${origin}/terms#rules. This holds everywhere, until we take it back.`;

/**
 * Closes a dream's reports without action. A link that they had closed opens again, without a mail to the owner.
 * @throws AppError 404
 */
export async function reportsSeen(
  { dreams }: Pick<AdminDeps, 'dreams'>,
  { decide }: Pick<Operator, 'decide'>,
  sessionId: string,
): Promise<void> {
  await decide(async () => {
    const dream = await dreams.repository.find(sessionId);
    if (!dream) throw notFound('No session was found at this address.');
    const seen = await dreams.decideReports(dream.id, 'kept');
    const isOpenAgain = await dreams.repository.endHolds(dream.id);
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
  /** outcome for the open reports */
  decides?: ReportDecision;
}
interface Words {
  name: string;
  app: string;
  /** URL of its page */
  address: string;
}

const DECISIONS: Record<ReportAction['action'], Decision> = {
  takeDown: {
    change: (repository, id, reason) => repository.takeDown(id, reason),
    subject: ({ name }) => `The link of your dream ${name} was closed`,
    paragraph: ({ name, app, address }) =>
      `We have closed the public link of your dream ${name} on ${app}. You can still watch it yourself: ${address}`,
    act: 'take-down',
    decides: 'closed',
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
    decides: 'removed',
  },
  restore: {
    change: (repository, id) => repository.restore(id),
    subject: ({ name }) => `Your dream ${name} is back`,
    paragraph: ({ name, app, address }) =>
      `Your dream ${name} is on your dreamboard on ${app} again: ${address}`,
    act: 'restore',
  },
};
