import { AppError } from '../kit/errors.ts';
import { inLocale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';
import type { MailKind } from '../mail/contract/mail-kinds.ts';
import type { QueuedMail } from '../mail/mail.ts';
import type { AppContext } from '../web/context.ts';
import type { SessionUser } from '../web/contract/person.ts';
import { mailOrigin } from '../web/security.ts';
import type { AdminDeps } from './deps.ts';
import type { AdminAction } from './queries/actions.ts';

/** The operator behind a request. */
export interface Operator {
  person: SessionUser;
  /** network address */
  address: string;
  /** for links in mails */
  origin: string;
  audit: Audit;
  decide: Decide;
}

/** Returns the operator behind a request. @throws AppError for anyone else */
export type AsAdmin = (c: AppContext) => Operator;

type Act = Omit<AdminAction, 'id' | 'at' | 'actorId' | 'address'>;

/** Logs one action of the operator. */
export type Audit = (act: Act) => Promise<void>;

/** A change, its audit line, and its consequences. */
export interface Decision {
  act: Act;
  /** to the user concerned; `write` runs in their language */
  mail?: { kind: MailKind; write(): Pick<QueuedMail, 'subject' | 'text'> };
  /** added to the answer if the mail server refuses the mail */
  mailFault?: string;
  /** work outside the database, which gets done even if this process dies */
  job?: { kind: string; key: string; payload: Record<string, unknown> };
}

/**
 * Commits a change with its audit line, mail and job in one transaction, then sends the mail and runs the job. After a
 * crash, the queue does both.
 * @param change runs within the transaction, possibly more than once; returns null if there was nothing to do
 * @returns null in that case, else the outcome of the mail
 * @param committed is called after the commit, before anything is sent
 * @throws AppError 502 if it succeeded but the mail server refused the mail
 */
export type Decide = (
  change: () => Promise<Decision | null>,
  committed?: () => void,
) => Promise<{ mail: 'sent' | 'waiting' | 'none' } | null>;

export function operatorOf(deps: AdminDeps, c: AppContext, person: SessionUser): Operator {
  const who = { actorId: person.id, address: c.get('address') };
  // For mails, the detail is the subject and recipient, which don't belong in the program's log.
  const log = ({ action, userId }: Act) =>
    deps.log.info('security', { kind: 'admin', action, user: userId, ...who });

  async function write({ act, mail, job }: Decision): Promise<string | null> {
    await deps.store.recordAction({ ...act, ...who });
    if (job) await deps.jobs.enqueue(job);
    const reader = mail && act.userId && (await deps.auth.findUser(act.userId));
    if (!reader) return null;
    const to = { kind: mail.kind, to: reader.email, userId: reader.id };
    return inLocale(deps.auth.languageOf(reader), () => deps.mail.queue({ ...to, ...mail.write() }));
  }

  return {
    person,
    address: who.address,
    origin: mailOrigin(c.get('config'), c.req.raw),
    async audit(act) {
      log(act);
      await deps.store.recordAction({ ...act, ...who });
    },
    async decide(change, committed) {
      const made = await deps.transact(async () => {
        const decision = await change();
        return decision && { decision, mailId: await write(decision) };
      });
      if (!made) return null;
      const { decision, mailId } = made;
      log(decision.act);
      committed?.();
      if (decision.job) await deps.jobs.runNow(decision.job.kind, decision.job.key);
      if (!mailId) return { mail: 'none' };
      try {
        return { mail: await deps.mail.deliver(mailId) };
      } catch (error) {
        deps.log.warn('mail not sent', { kind: decision.mail?.kind, error });
        const { mailFault = m.admin_people_error_mail_failed() } = decision;
        throw new AppError(502, 'mail', mailFault);
      }
    },
  };
}
