import { AppError } from '../../kit/errors.ts';
import { hashToken, newId, newToken } from '../../kit/ids.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext } from '../../web/context.ts';
import { mailOrigin } from '../../web/security.ts';
import { EMAIL_ISSUER } from '../contract/email-issuer.ts';
import type { AuthDeps } from '../deps.ts';
import { takeLinkLimits, unsentMail } from '../email-link/send-link.ts';
import type { AccountToken } from '../queries/account-tokens.ts';
import type { User } from '../queries/people.ts';
import { blockedText, findBlock } from '../session/refuse-sign-in.ts';
import { emailIdentity } from '../session/sign-in.ts';
import { UNDO_MAIL_JOB, type UndoMail } from './mail-undo.ts';

const LINK_MS = 60 * 60_000;
export const UNDO_DAYS = 7;
const UNDO_MS = UNDO_DAYS * 24 * 3600_000;

const taken = () => new AppError(409, 'address-taken', m.auth_error_address_taken());

/**
 * Mails a link to a new address. If another account uses the address, or it is blocked, the mail explains that instead;
 * the response is the same in every case, so it doesn't reveal who has an account.
 * @throws AppError 400 for the account's current address, 429, 503 if the mail couldn't be sent
 */
export async function askForAddress(c: AppContext, deps: AuthDeps, user: User, email: string): Promise<void> {
  if (email.toLowerCase() === user.email.toLowerCase())
    throw new AppError(400, 'same-address', m.auth_error_same_address());
  await takeLinkLimits(c, deps, email);
  try {
    await deps.mailer.send({ kind: 'address', to: email, ...(await wordsFor(c, deps, user, email)) });
  } catch (error) {
    throw unsentMail(deps, 'address', error);
  }
}

async function wordsFor(c: AppContext, deps: AuthDeps, user: User, email: string) {
  const { store, clock, config } = deps;
  const app = config.APP_NAME;
  const ignore = m.auth_mail_ignore();
  const block = await findBlock(store, { email, address: c.get('address') });
  if (block)
    return {
      subject: m.auth_address_mail_other_subject({ app }),
      text: [blockedText(block), ignore].join('\n\n'),
    };
  if (await isTaken(store, email, user.id))
    return {
      subject: m.auth_address_mail_other_subject({ app }),
      text: [m.auth_address_mail_taken({ app }), ignore].join('\n\n'),
    };
  const token = newToken();
  const now = clock.now();
  await store.addAccountToken({
    id: newId(),
    tokenHash: hashToken(token),
    userId: user.id,
    purpose: 'address',
    email,
    // Bound to this session, so nobody who clicks a link in a mail can hand their mailbox to a stranger's account.
    loginId: c.get('login')?.id ?? null,
    createdAt: now,
    expiresAt: now + LINK_MS,
  });
  const text = [
    m.auth_address_mail_open({ app }),
    addressLink(mailOrigin(config, c.req.raw), token),
    m.auth_address_mail_once(),
    ignore,
  ];
  return { subject: m.auth_address_mail_subject({ app }), text: text.join('\n\n') };
}

export const addressLink = (origin: string, token: string) => `${origin}/auth/address?token=${token}`;

/** True if another account has this address or signs in with it. */
async function isTaken(store: AuthDeps['store'], email: string, userId: string): Promise<boolean> {
  const { issuer, subject } = emailIdentity(email);
  const owner = await store.findIdentity(issuer, subject);
  return (owner !== null && owner.id !== userId) || store.addressIsTaken(email, userId);
}

type Parts = Pick<AuthDeps, 'store' | 'clock' | 'jobs' | 'parts' | 'mailer'>;

/**
 * Changes an account's address; run inside a transaction. Sign-in links go to the new address from then on, and the old
 * address gets an undo link.
 * @param origin base URL of the links in that mail
 * @returns key of the job that sends the mail after the commit
 * @throws AppError 409 if another account has the address, 404
 */
export async function setAddress(
  deps: Parts,
  userId: string,
  email: string,
  origin: string,
): Promise<string> {
  const { store, clock, jobs } = deps;
  const user = await moveAddress(deps, userId, email);
  const id = newId();
  const now = clock.now();
  const undo = { id, tokenHash: id, userId, purpose: 'undo', email: user.email, loginId: null } as const;
  await store.addAccountToken({ ...undo, createdAt: now, expiresAt: now + UNDO_MS });
  await jobs.enqueue({ kind: UNDO_MAIL_JOB, key: id, payload: { origin } satisfies UndoMail });
  return id;
}

async function moveAddress(deps: Parts, userId: string, email: string): Promise<User> {
  const { store, jobs, mailer } = deps;
  const { dreams, billing } = deps.parts();
  const user = await store.findUser(userId);
  if (!user) throw new AppError(404, 'gone', m.auth_error_account_gone());
  if (await isTaken(store, email, userId)) throw taken();
  const [before, after] = [emailIdentity(user.email), emailIdentity(email)];
  if ((await store.findIdentity(EMAIL_ISSUER, before.subject))?.id === userId) {
    // Trials used under the old address stay used for any later account with it.
    await dreams.rememberTrials(userId, [before]);
    await store.deleteIdentity(EMAIL_ISSUER, before.subject);
  }
  if (!(await store.findIdentity(EMAIL_ISSUER, after.subject)))
    await store.addIdentity({ issuer: EMAIL_ISSUER, subject: after.subject, userId, email });
  await store.updateProfile(userId, { name: user.name, email }, { ownEmail: true });
  await mailer.moveAddress(userId, user.email, email);
  const contact = billing.contactAfter(userId);
  if (contact) await jobs.enqueue(contact);
  return user;
}

/**
 * Undoes an address change and everything done to the account since: new sign-in methods, passkeys and mailed links.
 * Also ends all sessions and API tokens.
 * @throws AppError 409 if another account has taken the address since, 410 for a used link
 */
export async function undoAddress(deps: Parts & Pick<AuthDeps, 'signedOut'>, token: AccountToken) {
  const { store } = deps;
  const { userId, createdAt, email } = token;
  const ended = await store.transact(async () => {
    if (!(await store.takeAccountToken(token))) throw new AppError(410, 'used', m.auth_error_link_used());
    await moveAddress(deps, userId, email ?? '');
    const { subject } = emailIdentity(email ?? '');
    for (const way of await store.listIdentities(userId))
      if (way.createdAt >= createdAt && !(way.issuer === EMAIL_ISSUER && way.subject === subject))
        await store.deleteIdentity(way.issuer, way.subject);
    // Otherwise an operator whose first passkey was added by a thief would be locked out.
    await store.dropPasskeysSince(userId, createdAt);
    await store.dropAccountTokens(userId, createdAt);
    return [...(await store.dropApiTokens(userId)), ...(await store.endLoginSessions(userId))];
  });
  for (const id of ended) deps.signedOut(id);
}
