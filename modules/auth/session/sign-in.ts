import { spelledAddress } from '../../kit/email-address.ts';
import { AppError } from '../../kit/errors.ts';
import { hashToken, newId, newToken } from '../../kit/ids.ts';
import type { Locale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import type { CurrentLogin, Role, SessionUser } from '../../web/contract/person.ts';
import { EMAIL_ISSUER } from '../contract/email-issuer.ts';
import type { News } from '../contract/news.ts';
import type { Proof } from '../queries/logins.ts';
import type { User } from '../queries/people.ts';
import type { AuthStore } from '../store.ts';

const DAY_MS = 24 * 3600_000;
/** Sliding 30 days: a use extends the session, at most once an hour. */
export const SESSION_MS = 30 * DAY_MS;
/**
 * Hard end of a session, regardless of use. Admin sessions reach everyone's data, so they are the ones worth stealing,
 * and admins usually sit at a keyboard where signing in is quick.
 */
const LONGEST_MS = 90 * DAY_MS;
const MAX_ADMIN_MS = 7 * DAY_MS;
const SLIDE_AFTER_MS = 3600_000;
/** Operators see when a person was last active, to the minute. */
const SEEN_AFTER_MS = 30_000;

/** Landing page for people with a closed account, who can reopen it there. */
export const HOME_OF_CLOSED = '/settings';

/** Identity vouched for by an issuer; only verified addresses get this far. */
export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  email: string;
  name: string | null;
  /** URL of the person's avatar at the provider */
  picture: string | null;
}

export interface SignInDeps {
  store: AuthStore;
  clock: { now(): number };
  adminEmails: readonly string[];
}

/**
 * Finds or creates the account of an identity. Accounts are keyed by issuer and subject, never by address: a second
 * identity with a known address gets its own account without the first one's rights, including those of ADMIN_EMAILS.
 * @param news answer of a person signing in for the first time
 */
export async function findOrCreateUser(
  deps: SignInDeps,
  identity: VerifiedIdentity,
  news: News | null = null,
): Promise<{ user: User; isNew: boolean }> {
  const { store } = deps;
  return store.transact(async () => {
    const known = await store.findIdentity(identity.issuer, identity.subject);
    const taken = await store.addressIsTaken(identity.email, known?.id ?? null);
    const isAdmin = deps.adminEmails.includes(identity.email.toLowerCase()) && !taken;
    if (!known) {
      const user = await store.createUser({
        name: identity.name ?? nameFromAddress(identity.email),
        email: identity.email,
        picture: null,
        role: isAdmin ? 'admin' : 'user',
        news,
      });
      await store.addIdentity({ ...pick(identity), userId: user.id });
      return { user, isNew: true };
    }
    await store.touchIdentity(identity.issuer, identity.subject, identity.email);
    const name = known.ownName ? known.name : (identity.name ?? known.name);
    const email = known.ownEmail ? known.email : identity.email;
    if (name !== known.name || email !== known.email) await store.updateProfile(known.id, { name, email });
    if (isAdmin && known.role !== 'admin') {
      await store.changeAccount(
        known,
        { role: 'admin', tier: known.subscriptionTier },
        { source: 'settings', actorId: null, reason: 'ADMIN_EMAILS' },
      );
    }
    return { user: (await store.findUser(known.id)) ?? known, isNew: false };
  });
}

const pick = ({ issuer, subject, email }: VerifiedIdentity) => ({ issuer, subject, email });

/** The identity that opening a mailed link proves. */
export function emailIdentity(given: string): VerifiedIdentity {
  // Links mailed by an earlier version contain the address as typed.
  const email = spelledAddress(given);
  return { issuer: EMAIL_ISSUER, subject: email.toLowerCase(), email, name: null, picture: null };
}

/** The installation's first admin: finds or creates the account of the configured address and makes it an admin. */
export async function findOrCreateAdmin(deps: SignInDeps, email: string): Promise<User> {
  const { user } = await findOrCreateUser(deps, emailIdentity(email));
  if (user.role === 'admin') return user;
  return deps.store.transact(async () => {
    const fresh = await deps.store.findUser(user.id);
    if (!fresh) throw new AppError(409, 'gone', m.auth_error_account_gone());
    await deps.store.changeAccount(
      fresh,
      { role: 'admin', tier: fresh.subscriptionTier },
      { source: 'settings', actorId: null, reason: 'admin link' },
    );
    return { ...fresh, role: 'admin' as const };
  });
}

/** Starts a login session and returns its cookie token, which is stored nowhere else. */
export async function openLoginSession(
  deps: SignInDeps,
  userId: string,
  from: { userAgent: string | undefined; address: string },
  proof: Proof = { provenAt: deps.clock.now(), passkeyAt: null },
): Promise<string> {
  const token = newToken();
  const now = deps.clock.now();
  await deps.store.addLoginSession({
    tokenHash: hashToken(token),
    id: newId(),
    userId,
    userAgent: from.userAgent?.slice(0, 300) ?? null,
    address: from.address,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + SESSION_MS,
    ...proof,
  });
  await deps.store.markSeen(userId);
  return token;
}

/**
 * Finds the owner of a session token and extends the session.
 * @returns `moved` if it was extended, so the cookie must be too; `awaitsPasskey` if a passkey is still required, as
 * for an admin who has any
 */
export async function readLoginSession(
  deps: Pick<SignInDeps, 'store' | 'clock'>,
  token: string,
): Promise<{
  person: SessionUser;
  login: CurrentLogin;
  locale: Locale | null;
  awaitsPasskey: boolean;
  moved: boolean;
} | null> {
  const tokenHash = hashToken(token);
  const found = await deps.store.findLoginSession(tokenHash);
  if (!found) return null;
  const now = deps.clock.now();
  const endsAt = lastEndOf(found.session, found.user.role);
  if (now >= endsAt) return null;
  const moved = now - found.session.lastUsedAt > SLIDE_AFTER_MS;
  if (moved) await deps.store.slideLoginSession(tokenHash, Math.min(now + SESSION_MS, endsAt));
  if (Math.abs(now - found.user.lastSeenAt) > SEEN_AFTER_MS) await deps.store.markSeen(found.user.id);
  const { id, provenAt, passkeyAt } = found.session;
  const awaitsPasskey =
    found.user.role === 'admin' && passkeyAt === null && (await deps.store.hasPasskey(found.user.id));
  const { user } = found;
  return {
    person: toSessionUser(user),
    login: { id, endsAt, provenAt },
    locale: user.locale,
    awaitsPasskey,
    moved,
  };
}

/** Latest possible end of a session, by the current role, which may have changed since the sign-in. */
export const lastEndOf = (session: { createdAt: number }, role: Role): number =>
  session.createdAt + (role === 'admin' ? MAX_ADMIN_MS : LONGEST_MS);

/** The account fields that leave the server. */
export function toSessionUser(user: User): SessionUser {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    picture: user.picture,
    role: user.role,
    ...(user.subscriptionTier ? { subscription_tier: user.subscriptionTier } : {}),
  };
}

/** "ada.lovelace@x" → "Ada Lovelace", a reasonable default name. */
function nameFromAddress(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter(Boolean);
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' ') || 'Dreamer';
}
