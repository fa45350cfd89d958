import type { Auth } from '../../auth/auth.ts';
import type { Log } from '../../kit/log.ts';
import { inLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import type { Mail } from '../../mail/mail.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import { HOLDS, type Hold, PICTURE_CHECK } from '../contract/held.ts';
import { nameOf } from '../contract/names.ts';
import type { ReportReason } from '../contract/report-reasons.ts';
import type { DreamsConfig } from '../contract/settings.ts';
import type { DreamRepository } from '../repository.ts';
import type { DreamsStore } from '../store.ts';
import type { FileReport } from './file-report.ts';

interface HoldFlaggedDeps {
  repository: Pick<DreamRepository, 'hold'>;
  mailOwner(dreamId: string, hold: Hold): Promise<void>;
  fileReport: FileReport;
}

/** Finding of the frame check, as a report with a text for operators. */
export interface FlaggedAs {
  reason: ReportReason;
  message: string;
}

/**
 * Closes the link of a dream with flagged frames and files a report, within the caller's transaction, so that it joins
 * the operators' queue.
 * @param flagged null if the frames couldn't be checked; the link is closed, but nobody is mailed
 */
export async function holdFlagged(
  { repository, fileReport, mailOwner }: HoldFlaggedDeps,
  dreamId: string,
  flagged: FlaggedAs | null,
): Promise<void> {
  const isNew = await repository.hold(dreamId, flagged ? 'flagged' : 'unchecked');
  if (!flagged || !isNew) return;
  await mailOwner(dreamId, 'flagged');
  await fileReport({
    dreamId,
    reason: flagged.reason,
    message: flagged.message,
    userId: null,
    reporter: PICTURE_CHECK,
    contact: null,
  });
}

interface HoldDeps {
  config: Pick<DreamsConfig, 'REPORTS_HIDE'>;
  log: Log;
  store: Pick<DreamsStore, 'countReporters'>;
  repository: Pick<DreamRepository, 'hold'>;
  mailOwner(dreamId: string, hold: Hold): Promise<void>;
}

/** Closes the link of a dream that REPORTS_HIDE people have reported, until an operator has looked at it. */
export async function holdReported(
  { config: { REPORTS_HIDE: most }, log, store, repository, mailOwner }: HoldDeps,
  dreamId: string,
): Promise<void> {
  if (!most || (await store.countReporters(dreamId)) < most) return;
  if (!(await repository.hold(dreamId, 'reports'))) return;
  await mailOwner(dreamId, 'reports');
  log.info('security', { kind: 'reports-hide', dream: dreamId, reporters: most });
}

interface OwnerMailDeps {
  config: SiteConfig;
  mail: Pick<Mail, 'queue'>;
  repository: Pick<DreamRepository, 'find'>;
  auth: Pick<Auth, 'findUser' | 'languageOf'>;
}

/** Queues the statement of reasons for a link that was closed automatically, within the caller's transaction. */
export async function mailOwner(
  { config, mail, repository, auth }: OwnerMailDeps,
  dreamId: string,
  hold: Hold,
): Promise<void> {
  const dream = await repository.find(dreamId);
  const owner = dream && (await auth.findUser(dream.userId));
  if (!owner) return;
  const { APP_NAME, PUBLIC_URL } = config;
  await inLocale(auth.languageOf(owner), () => {
    const name = nameOf({ dream_name: dream.name }) || m.dreams_untitled();
    return mail.queue({
      kind: 'link-held',
      to: owner.email,
      userId: owner.id,
      subject: m.dreams_held_mail_subject({ name }),
      text: [
        `${m.dreams_held_mail_text({ name, app: APP_NAME })}\n${PUBLIC_URL}/session?session_id=${dreamId}`,
        m.dreams_held_mail_reason({ reason: HOLDS[hold]() }),
        `${m.dreams_held_mail_next()}\n${PUBLIC_URL}/terms#rules`,
        m.dreams_objection(),
      ].join('\n\n'),
    });
  });
}
