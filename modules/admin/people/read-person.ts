import { toSessionUser } from '../../auth/auth.ts';
import { utcText } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { PersonAnswer } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import { toDreamRow, toUserRow } from '../present.ts';
import { readHistory, SOURCES } from './read-users.ts';

const DREAMS = 20;
const MAILS = 20;
const SIGN_INS = 10;

/** Everything about one user. @throws AppError 404 */
export async function readPerson(
  { auth, store, stream }: Pick<AdminDeps, 'auth' | 'store' | 'stream'>,
  userId: string,
): Promise<PersonAnswer> {
  const user = await auth.findUser(userId);
  if (!user) throw notFound(m.admin_people_error_no_user());
  const [subject, suspended, access, quota, given, change, payments, total, dreams, mails, signIns, reports] =
    await Promise.all([
      store.subjectOf(userId),
      auth.suspensionOf(userId),
      stream.checkAccess(toSessionUser(user)),
      stream.quotaOf(toSessionUser(user)),
      auth.lastGiven(userId),
      store.lastChangeOf(userId),
      store.paymentsOf(userId),
      store.countDreamsOf(userId),
      store.dreamsBy(userId, DREAMS),
      store.mailsTo(userId, MAILS),
      store.signInsOf(userId, SIGN_INS),
      store.countReports(userId),
    ]);
  const [{ history }, notes, tokens] = await Promise.all([
    readHistory(store, userId),
    store.notesOn(userId),
    auth.apiTokens.list(userId),
  ]);
  const { subscription, customer } = payments;
  return {
    user: {
      ...toUserRow({ user, subject }),
      suspended: suspended && { reason: suspended.reason, until: utcText(suspended.until) },
      erasure_at: utcText(user.erasureAt),
    },
    plan: {
      used: access.used,
      limit: access.limit,
      given_streams: quota?.given ?? 0,
      is_given: user.role !== 'admin' && given?.role === 'subscribed',
      since: utcText(change?.change.at ?? null),
      until: utcText(change?.change.until ?? null),
      source: change && SOURCES[change.change.source](),
      by: change?.by ?? null,
      subscription: subscription && {
        status: subscription.status,
        until: utcText(subscription.currentPeriodEnd),
        cancels: subscription.cancelAtPeriodEnd,
      },
      stripe_customer: customer,
    },
    dreams: {
      total,
      newest: dreams.map((dream) => ({
        ...toDreamRow(dream),
        counted: dream.chargedAt !== null,
        deleted: dream.hiddenAt !== null || dream.removedAt !== null,
      })),
    },
    mails: mails.map(({ id, subject: title, kind, state, error, text, createdAt }) => ({
      id,
      subject: title,
      kind,
      state,
      error,
      text,
      at: utcText(createdAt),
    })),
    tokens,
    sign_ins: signIns.map(({ at, detail, address, device }) => ({
      at: utcText(at),
      what: detail,
      address,
      device,
    })),
    reports,
    history,
    notes: notes.map(({ note, by }) => ({
      at: utcText(note.at),
      by,
      text: note.text,
      withheld: note.withheld,
    })),
  };
}
