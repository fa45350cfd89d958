import { setCookie } from 'hono/cookie';
import type { AppContext } from '../../src/context.ts';
import { unauthorized } from '../../src/errors.ts';
import { hashToken, newToken } from '../../src/ids.ts';
import { takeAvatarOver } from './avatar.ts';
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './cookie.ts';
import type { AuthDeps } from './routes.tsx';
import { findOrCreateUser, openLoginSession, type Proof, type VerifiedIdentity } from './sign-in.ts';
import type { User } from './store.ts';

/** Tells the first page after a sign-in that it is one; the page's script takes it away. */
const FRESH_COOKIE = 'signed-in';
const FRESH_S = 60;

export type Sessions = ReturnType<typeof createSessions>;

/** Login sessions as routes begin and end them. */
export function createSessions(deps: AuthDeps) {
  const { store } = deps;

  async function endOwn(c: AppContext): Promise<void> {
    const token = readSessionCookie(c);
    if (!token) return;
    const id = await store.deleteLoginSession(hashToken(token));
    if (id) deps.signedOut(id);
  }

  /** Gives the browser a login session of its own; one that it had before ends. */
  async function begin(c: AppContext, user: User, proof: Proof): Promise<void> {
    await endOwn(c);
    const from = { userAgent: c.req.header('user-agent'), address: c.get('address') };
    const token = await openLoginSession(deps, user.id, from, proof);
    writeSessionCookie(c, token);
    setCookie(c, FRESH_COOKIE, '1', {
      path: '/',
      sameSite: 'Lax',
      maxAge: FRESH_S,
      secure: c.get('config').secure,
    });
  }

  return {
    begin,

    /**
     * Signs in whoever an issuer vouches for, with an account of their own from now on.
     * @param provenAt when they proved it to the issuer; null where it does not say
     */
    async beginWith(c: AppContext, identity: VerifiedIdentity, provenAt: number | null): Promise<User> {
      const { user, isNew } = await findOrCreateUser(deps, identity);
      if (isNew) await deps.trials.recall(user.id, identity);
      await takeAvatarOver(deps, user, identity.picture);
      await begin(c, user, { provenAt, passkeyAt: null });
      return (await store.findUser(user.id)) ?? user;
    },

    /** The holder of this browser's session has proved again who they are. @throws AppError 401 */
    async prove(c: AppContext, proof: Partial<Proof>): Promise<void> {
      const token = newToken();
      const old = hashToken(readSessionCookie(c) ?? '');
      if (!(await store.proveLoginSession(old, hashToken(token), proof))) throw unauthorized();
      writeSessionCookie(c, token);
    },

    async end(c: AppContext): Promise<void> {
      await endOwn(c);
      clearSessionCookie(c);
    },

    /** Ends one of a person's sessions, by its public id, or all of them. */
    async endOf(userId: string, id?: string): Promise<number> {
      const ended = await store.endLoginSessions(userId, id);
      for (const one of ended) deps.signedOut(one);
      return ended.length;
    },
  };
}
