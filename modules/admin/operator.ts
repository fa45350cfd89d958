import type { SessionUser } from '../auth/contract/schemas.ts';
import { AppError } from '../kit/errors.ts';
import type { QueuedMail } from '../mail/mail.ts';
import type { AppContext } from '../web/context.ts';
import { mailOrigin } from '../web/security.ts';
import type { AdminDeps } from './deps.ts';
import type { AdminAction } from './queries/actions.ts';

/** An operator who asks for something. */
export interface Operator {
  person: SessionUser;
  /** of their network */
  address: string;
  /** of links in mails */
  origin: string;
  audit: Audit;
  decide: Decide;
}

/** The operator behind a request. @throws AppError for anybody else */
export type AsAdmin = (c: AppContext) => Operator;

type Act = Omit<AdminAction, 'id' | 'at' | 'actorId' | 'address'>;

/** Writes down one act of the operator. */
export type Audit = (act: Act) => Promise<void>;

/** A change that was made, as the audit has it, and what follows from it. */
export interface Decision {
  act: Act;
  /** to the person of the act */
  mail?: Omit<QueuedMail, 'to' | 'userId'>;
  /** for the answer, where the mail server refuses the mail */
  mailFault?: string;
  /** work outside the database, which is done even if this process dies */
  job?: { kind: string; key: string; payload: Record<string, unknown> };
}

/**
 * Makes a change, its audit line, its mail and its job one transaction, then sends the mail and does the job. After a
 * crash the queue does both.
 * @param change runs within the transaction, maybe again; null where nothing was to be done
 * @returns null for that, else what became of the mail
 * @param committed is called once it has, before anything is sent
 * @throws AppError 502 where it is done and the mail server refused the mail
 */
export type Decide = (
  change: () => Promise<Decision | null>,
  committed?: () => void,
) => Promise<{ mail: 'sent' | 'waiting' | 'none' } | null>;

export function operatorOf(deps: AdminDeps, c: AppContext, person: SessionUser): Operator {
  const who = { actorId: person.id, address: c.get('address') };
  // Of mails the detail is the subject and the reader, which are no matter of the program's log.
  const log = ({ action, userId }: Act) =>
    deps.log.info('security', { kind: 'admin', action, user: userId, ...who });

  async function write({ act, mail, job }: Decision): Promise<string | null> {
    await deps.store.recordAction({ ...act, ...who });
    if (job) await deps.jobs.enqueue(job);
    const reader = mail && act.userId && (await deps.auth.findUser(act.userId));
    return reader ? deps.mail.queue({ ...mail, to: reader.email, userId: reader.id }) : null;
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
        const { mailFault = 'It is done, but the mail about it could not be sent.' } = decision;
        throw new AppError(502, 'mail', mailFault);
      }
    },
  };
}
