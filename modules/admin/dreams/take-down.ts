import type { LinkFacts } from '../../dreams/contract/held.ts';
import { nameOf } from '../../dreams/contract/names.ts';
import type { ReportDecision } from '../../dreams/contract/report-reasons.ts';
import type { DreamRepository } from '../../dreams/dreams.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { ReportAction, TakeDownAnswer } from '../contract/reports.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { notice } from '../people/notice.ts';

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
  const { change, subject, text, hasPage, act, decides } = DECISIONS[action];
  const made = await decide(async () => {
    const dream = await repository.find(sessionId);
    if (!dream) throw notFound(m.admin_dreams_error_not_found());
    if (action === 'remove' && isActive(dream.jobStatus))
      throw new AppError(409, 'live', m.admin_dreams_error_live_remove());
    if (!(await change(repository, dream.id, reason))) return null;
    const reports = decides ? await deps.dreams.decideReports(dream.id, decides) : 0;
    const slots = () => ({
      app: deps.appName,
      name: nameOf({ dream_name: dream.name }) || m.dreams_untitled(),
      reason,
    });
    const paragraphs = () => [
      text(slots()),
      ...(hasPage ? [`${origin}/session?session_id=${dream.id}`] : []),
      ...(decides ? [foundText(dream, reports), ...GROUNDS[ground](origin)] : []),
    ];
    const detail = inCodes(() => m.admin_dreams_audit_dream_reason(slots()));
    return {
      act: { action: act, userId: dream.userId, targetId: dream.id, detail },
      mail: notice(
        'take-down',
        reason,
        () => [subject(slots()), ...paragraphs()],
        () => decides && m.dreams_objection(),
      ),
    };
  });
  return { changed: made !== null };
}

/** Why the decision was made, for the owner, without naming who reported it. */
function foundText(dream: LinkFacts, reports: number): string {
  if (dream.flaggedHeldAt !== null) return m.admin_dreams_found_flagged();
  return reports > 0 ? m.admin_dreams_found_reported() : m.admin_dreams_found_seen();
}

const GROUNDS: Record<ReportAction['ground'], (origin: string) => string[]> = {
  law: () => [m.admin_dreams_ground_law()],
  terms: (origin) => [m.admin_dreams_ground_terms(), `${origin}/terms#rules`],
};

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
    if (!dream) throw notFound(m.admin_dreams_error_not_found());
    const seen = await dreams.decideReports(dream.id, 'kept');
    const isOpenAgain = await dreams.repository.endHolds(dream.id);
    if (seen === 0 && !isOpenAgain) return null;
    const detail = inCodes(() =>
      isOpenAgain
        ? m.admin_dreams_audit_reports_reopened({ count: seen })
        : m.admin_dreams_audit_reports({ count: seen }),
    );
    return { act: { action: 'reports-seen', userId: dream.userId, targetId: dream.id, detail } };
  });
}

interface Decision {
  change(repository: DreamRepository, id: string, reason: string): Promise<boolean>;
  subject: (slots: Slots) => string;
  text: (slots: Slots) => string;
  /** its owner can still watch it on its page, which the mail links to */
  hasPage: boolean;
  act: 'take-down' | 'put-back' | 'remove' | 'restore';
  /** outcome for the open reports */
  decides?: ReportDecision;
}
type Slots = { app: string; name: string };

const DECISIONS: Record<ReportAction['action'], Decision> = {
  takeDown: {
    change: (repository, id, reason) => repository.takeDown(id, reason),
    subject: m.admin_dreams_take_down_mail_subject,
    text: m.admin_dreams_take_down_mail_text,
    hasPage: true,
    act: 'take-down',
    decides: 'closed',
  },
  putBack: {
    change: (repository, id) => repository.putBack(id),
    subject: m.admin_dreams_put_back_mail_subject,
    text: m.admin_dreams_put_back_mail_text,
    hasPage: true,
    act: 'put-back',
  },
  remove: {
    change: (repository, id, reason) => repository.remove(id, reason),
    subject: m.admin_dreams_remove_mail_subject,
    text: m.admin_dreams_remove_mail_text,
    hasPage: false,
    act: 'remove',
    decides: 'removed',
  },
  restore: {
    change: (repository, id) => repository.restore(id),
    subject: m.admin_dreams_restore_mail_subject,
    text: m.admin_dreams_restore_mail_text,
    hasPage: true,
    act: 'restore',
  },
};
