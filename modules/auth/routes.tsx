import type { Hono } from 'hono';
import { notFound, toAppError, unauthorized } from '../kit/errors.ts';
import { jsonBody } from '../kit/http/http.ts';
import { serveMedia } from '../kit/storage/media.ts';
import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../web/context.ts';
import { requirePerson } from '../web/guards.ts';
import { registerAddress } from './address/address-routes.tsx';
import { registerApiTokens } from './api-token/api-token-routes.ts';
import { avatarKey } from './avatar.ts';
import { type GuestAnswer, googleSignIn } from './contract/schemas.ts';
import type { AuthDeps } from './deps.ts';
import { registerEmailLinks } from './email-link/email-link-routes.tsx';
import { beginGuest } from './guest/begin-guest.ts';
import { registerPasskeys } from './passkey/passkey-routes.tsx';
import { registerConfirm } from './proof/confirm-routes.tsx';
import { registerConnect } from './providers/connect-routes.tsx';
import { registerProviderSignIn } from './providers/provider-routes.tsx';
import { createSessions } from './session/begin-session.ts';
import { toSessionUser } from './session/sign-in.ts';

/** General auth calls; each sign-in method has its own file. */
export function registerAuth(app: Hono<AppEnv>, deps: AuthDeps): void {
  const sessions = createSessions(deps);

  const answerUser = (c: AppContext) => {
    const person = c.get('person');
    if (!person) throw unauthorized();
    c.header('Cache-Control', 'no-store');
    return c.json({ user: person });
  };
  app.get('/api/session', answerUser);
  app.post('/api/refresh-session', answerUser);

  app.post('/api/auth/google', async (c) => {
    await deps.rateLimits.take('signIn', c.get('address'));
    const { token } = await jsonBody(c, googleSignIn);
    const identity = await deps.verifyToken(token).catch((error: unknown) => {
      const { code, why } = toAppError(error);
      if (why) deps.log.warn('sign-in refused', { code, why });
      throw error;
    });
    const user = await sessions.beginWith(c, identity, {
      provenAt: null,
      by: inCodes(m.auth_log_by_access_token),
    });
    return c.json({ user: toSessionUser(user) });
  });

  app.post('/api/guest', async (c) => {
    const { id } = await beginGuest(c, deps);
    c.header('Cache-Control', 'no-store');
    const answer: GuestAnswer = { user: { id, name: '', email: '', picture: null, role: 'guest' } };
    return c.json(answer);
  });

  app.post('/api/auth/logout', async (c) => {
    await sessions.end(c);
    return c.json({ ok: true });
  });

  app.get('/api/avatars/:userId/:file', async (c) => {
    const person = requirePerson(c);
    const { userId, file } = c.req.param();
    const name = file.match(/^([0-9a-f]{32})\.webp$/)?.[1];
    if (!name || (userId !== person.id && person.role !== 'admin')) throw notFound(m.auth_error_no_avatar());
    return serveMedia(c.req.raw, deps.storage, avatarKey(userId, name), {
      contentType: 'image/webp',
      disposition: 'inline',
      // The name is derived from the content, so the content never changes.
      cacheControl: 'private, max-age=31536000, immutable',
    });
  });

  registerProviderSignIn(app, deps, sessions);
  registerEmailLinks(app, deps, sessions);
  registerConfirm(app, deps);
  registerAddress(app, deps, sessions);
  registerPasskeys(app, deps, sessions);
  registerConnect(app, deps, sessions);
  registerApiTokens(app, deps, sessions);
}
