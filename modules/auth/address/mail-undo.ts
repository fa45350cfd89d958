import { z } from 'zod';
import { type DefinedJob, defineJob, retryDeferred } from '../../jobs/contract/define-job.ts';
import { hashToken, newToken } from '../../kit/ids.ts';
import { isDeferred } from '../../kit/mail-deferral.ts';
import { momentText } from '../../kit/shared/dates.ts';
import { inLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import { offeredOr } from '../../kit/texts/offered.ts';
import type { AuthDeps } from '../deps.ts';

export const UNDO_MAIL_JOB = 'address-undo-mail';
const undoMail = z.object({ origin: z.string() });
export type UndoMail = z.infer<typeof undoMail>;

/** Mails an undo link to the account's previous address. Each attempt creates its own token, stored as a hash. */
export function defineUndoMailJob(
  deps: Pick<AuthDeps, 'store' | 'clock' | 'mailer' | 'config' | 'log'>,
): DefinedJob {
  const { store, clock, mailer, config, log } = deps;
  return defineJob({
    kind: UNDO_MAIL_JOB,
    payload: undoMail,
    async run({ origin }, { job }) {
      const token = newToken();
      const undo = await store.nameAccountToken(job.key, hashToken(token));
      if (!undo?.email) return;
      const app = config.APP_NAME;
      const mail = { to: undo.email, userId: undo.userId, comesAgain: true };
      const owner = await store.findUser(undo.userId);
      await inLocale(offeredOr(owner?.locale, config.LOCALE), () =>
        mailer.send({
          kind: 'address-changed',
          ...mail,
          subject: m.auth_undo_mail_subject({ app }),
          text: [
            m.auth_undo_mail_changed({ app, moment: momentText(undo.createdAt) }),
            m.auth_undo_mail_restore({ moment: momentText(undo.expiresAt) }),
            `${origin}/auth/address?token=${token}`,
          ].join('\n\n'),
        }),
      ).catch((error: unknown) => {
        if (isDeferred(error)) retryDeferred(error, job.createdAt, clock.now());
        log.warn('mail not sent', { kind: 'address-changed', error });
      });
    },
  });
}
