import { z } from 'zod';
import { type DefinedJob, defineJob } from '../../jobs/define-job.ts';
import { retryDeferred } from '../../jobs/retry-deferred.ts';
import { hashToken, newToken } from '../../kit/ids.ts';
import { isDeferred } from '../../kit/mail-deferral.ts';
import { momentText } from '../../kit/shared/dates.ts';
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
      const text = [
        `The e-mail address of your ${app} account was changed on ${momentText(undo.createdAt)}. You can no longer sign in with this one.`,
        `If that was you, you don’t need to do anything. If not, open this link before ${momentText(undo.expiresAt)}: it restores this address and signs out every device.`,
        `${origin}/auth/address?token=${token}`,
      ].join('\n\n');
      const mail = { kind: 'address-changed', to: undo.email, userId: undo.userId, text, comesAgain: true };
      await mailer
        .send({ ...mail, subject: `The address of your ${app} account was changed` })
        .catch((error: unknown) => {
          if (isDeferred(error)) retryDeferred(error, job.createdAt, clock.now());
          log.warn('mail not sent', { kind: mail.kind, error });
        });
    },
  });
}
