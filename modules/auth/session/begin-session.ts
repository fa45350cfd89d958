import { setCookie } from 'hono/cookie';
import { unauthorized } from '../../kit/errors.ts';
import { hashToken, newToken } from '../../kit/ids.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { EventKind } from '../../security-log/contract/schemas.ts';
import type { AppContext } from '../../web/context.ts';
import { takeAvatarOver } from '../avatar.ts';
import type { News } from '../contract/news.ts';
import type { AuthDeps } from '../deps.ts';
import type { Proof } from '../queries/logins.ts';
import type { User } from '../queries/people.ts';
import { dropBrowser, dropSignedOut, readSessionCookies, writeSessionCookie } from './cookie.ts';
import { deviceName } from './device-name.ts';
import { assertNotBlocked } from './refuse-sign-in.ts';
import { findOrCreateUser, openLoginSession, type VerifiedIdentity } from './sign-in.ts';
import { assertNotSuspended } from './suspension-trace.ts';

/** Marks the first page after a sign-in; the page's script removes it. */
const FRESH_COOKIE = 'signed-in';
const FRESH_S = 60;

/** Proof of a sign-in; `by` names the method in the security log. */
type SignedIn = Proof & { by: string };

export type Sessions = ReturnType<typeof createSessions>;

/** Starts and ends login sessions for routes. */
export function createSessions(deps: AuthDeps) {
  const { store } = deps;

  /** Logs an action by the account's owner, or by someone using the account. */
  function note(c: AppContext, kind: EventKind, userId: string, detail: string): Promise<void> {
    const device = inCodes(() => deviceName(c.req.header('user-agent') ?? null));
    return deps.security.note({ kind, userId, address: c.get('address'), device, detail });
  }

  async function endOwn(c: AppContext): Promise<void> {
    for (const token of readSessionCookies(c)) {
      const id = await store.deleteLoginSession(hashToken(token));
      if (id) deps.signedOut(id);
    }
  }

  /** Starts a new login session in the browser and ends its previous one; a guest's dream becomes the person's. */
  async function begin(c: AppContext, user: User, { by, ...proof }: SignedIn): Promise<void> {
    const guest = c.get('guest');
    if (guest) await deps.parts().account.claimGuest(guest, user.id);
    const language = c.get('language');
    if (language && user.locale === null) await store.setLocale(user.id, language);
    await endOwn(c);
    const from = { userAgent: c.req.header('user-agent'), address: c.get('address') };
    const token = await openLoginSession(deps, user.id, from, proof);
    writeSessionCookie(c, token);
    dropSignedOut(c);
    await note(c, 'sign-in', user.id, by);
    setCookie(c, FRESH_COOKIE, '1', {
      path: '/',
      sameSite: 'Lax',
      maxAge: FRESH_S,
      secure: c.get('config').secure,
    });
  }

  /**
   * @param email null if no address is proved yet
   * @throws AppError 403 if blocked
   */
  const refuse = (c: AppContext, email: string | null) =>
    assertNotBlocked(store, { email, address: c.get('address') });

  return {
    begin,
    note,
    refuse,

    /**
     * Signs in a verified identity, creating its account on first use.
     * @param signedIn sign-in method, and when the person authenticated with the issuer; null if not reported
     * @param news a new person's answer; `ask` if no page offered the checkbox
     * @throws AppError 403 if blocked or suspended
     */
    async beginWith(
      c: AppContext,
      identity: VerifiedIdentity,
      signedIn: Omit<SignedIn, 'passkeyAt'>,
      news: News = 'ask',
    ): Promise<User> {
      await refuse(c, identity.email);
      await assertNotSuspended(deps, identity);
      const { user, isNew } = await findOrCreateUser(deps, identity, news);
      if (isNew && news === 'yes') await deps.setOptOut(user.email, false);
      if (isNew) await deps.parts().dreams.recallTrials(user.id, identity);
      await takeAvatarOver(deps, user, identity.picture);
      await begin(c, user, { ...signedIn, passkeyAt: null });
      return (await store.findUser(user.id)) ?? user;
    },

    /**
     * Records that the session's holder has proved who they are.
     * @throws AppError 401
     */
    async prove(c: AppContext, { by, ...proof }: Partial<Proof> & { by: string }): Promise<void> {
      const token = newToken();
      const loginId = (c.get('login') ?? c.get('awaiting')?.login)?.id ?? '';
      const old = readSessionCookies(c).map(hashToken);
      if (!(await store.proveLoginSession(loginId, old, hashToken(token), proof))) throw unauthorized();
      writeSessionCookie(c, token);
      const who = c.get('person') ?? c.get('awaiting')?.person;
      if (who) await note(c, 'proof', who.id, by);
    },

    async end(c: AppContext): Promise<void> {
      const who = c.get('person') ?? c.get('awaiting')?.person;
      await endOwn(c);
      if (who) await note(c, 'session-end', who.id, inCodes(m.auth_log_signed_out));
      dropBrowser(c);
    },

    /** Ends one of a person's sessions by public id, or all of them. */
    async endOf(userId: string, id?: string): Promise<number> {
      const ended = await store.endLoginSessions(userId, id);
      for (const one of ended) deps.signedOut(one);
      return ended.length;
    },

    /** Ends all of a person's sessions and API tokens. */
    async endAll(userId: string): Promise<void> {
      const ended = [...(await store.dropApiTokens(userId)), ...(await store.endLoginSessions(userId))];
      for (const one of ended) deps.signedOut(one);
    },
  };
}
