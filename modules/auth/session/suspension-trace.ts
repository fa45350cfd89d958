import { AppError } from '../../kit/errors.ts';
import { momentText } from '../../kit/shared/dates.ts';
import { m } from '../../kit/texts/m.ts';
import type { TraceOf } from '../../kit/traces.ts';
import { mailboxOf } from '../email-link/mailbox.ts';
import type { Suspension } from '../queries/suspensions.ts';
import type { AuthStore } from '../store.ts';
import { emailIdentity, type VerifiedIdentity } from './sign-in.ts';

/** The part of an identity that a suspension needs. */
type Traced = Pick<VerifiedIdentity, 'issuer' | 'subject' | 'email'>;

export interface TraceDeps {
  store: AuthStore;
  traceOf: TraceOf;
  adminEmails: readonly string[];
}

/** One code per identity and per mailbox, regardless of the address's tag or spelling. */
function codesOf(traceOf: TraceOf, ways: readonly Traced[]): string[] {
  const texts = ways.flatMap(({ issuer, subject, email }) => [
    `${issuer}\n${subject}`,
    `mailbox\n${mailboxOf(email)}`,
  ]);
  return [...new Set(texts)].map((text) => traceOf('suspension', text));
}

/** Suspends an account and every other account that the same person could sign in to. */
export async function suspendAccount(
  { store, traceOf }: TraceDeps,
  userId: string,
  suspension: Suspension,
): Promise<void> {
  await store.suspend(userId, suspension, codesOf(traceOf, await waysOf(store, userId)));
}

/**
 * Keeps a suspension in force after its account is erased, including one from before suspensions had codes. Idempotent.
 */
export async function keepSuspension({ store, traceOf }: TraceDeps, userId: string): Promise<void> {
  const suspension = await store.suspensionOf(userId);
  if (!suspension) return;
  await store.traceSuspension(userId, suspension.until, codesOf(traceOf, await waysOf(store, userId)));
}

/** Every identity and address of an account. */
async function waysOf(store: AuthStore, userId: string): Promise<Traced[]> {
  const identities = await store.listIdentities(userId);
  const addresses = await store.addressesOf(userId);
  return [...identities, ...addresses.map(emailIdentity)];
}

/**
 * Lifts the suspensions of erased accounts that had this address.
 * @returns number of suspensions lifted
 */
export const liftTraces = ({ store, traceOf }: TraceDeps, email: string): Promise<number> =>
  store.liftTraces([traceOf('suspension', `mailbox\n${mailboxOf(email)}`)]);

/**
 * Rejects an identity whose account is suspended, or that belongs to a suspended person. Admins are exempt: their
 * accounts can't be suspended, and they may have suspended a second account of their own.
 * @throws AppError 403, with the operator's reason if the account still exists
 */
export async function assertNotSuspended(deps: TraceDeps, identity: Traced): Promise<void> {
  const { store, traceOf, adminEmails } = deps;
  const known = await store.findIdentity(identity.issuer, identity.subject);
  const own = known && (await store.suspensionOf(known.id));
  if (own && known) throw new SuspendedAccount(suspendedText(own.until, own.reason), known.id);
  const isAdmin = known ? known.role === 'admin' : adminEmails.includes(identity.email.toLowerCase());
  const trace = isAdmin ? null : await store.findSuspensionTrace(codesOf(traceOf, [identity]));
  if (trace) throw new AppError(403, 'suspended', suspendedText(trace.until, trace.reason));
}

/**
 * Refusal for a person who has proved that the suspended account is theirs: they may still download their data and
 * close it.
 */
export class SuspendedAccount extends AppError {
  readonly userId: string;

  constructor(message: string, userId: string) {
    super(403, 'suspended', message);
    this.userId = userId;
  }
}

function suspendedText(until: number | null, reason: string | null): string {
  const moment = until === null ? null : momentText(until);
  if (reason === null)
    return moment === null ? m.auth_suspended_gone() : m.auth_suspended_gone_until({ moment });
  return moment === null
    ? m.auth_suspended_because({ reason })
    : m.auth_suspended_until_because({ moment, reason });
}
