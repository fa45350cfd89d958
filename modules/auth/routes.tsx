import type { Hono } from 'hono';
import { notFound, unauthorized } from '../../src/kit/errors.ts';
import { jsonBody } from '../../src/kit/http.ts';
import type { Log } from '../../src/kit/log.ts';
import { serveMedia } from '../../src/kit/media.ts';
import type { PersonalData } from '../../src/kit/personal-data.ts';
import type { RateLimits } from '../../src/kit/rate-limit.ts';
import type { Storage } from '../../src/kit/storage.ts';
import type { AppContext, AppEnv } from '../../src/web/context.ts';
import { requirePerson } from '../../src/web/guards.ts';
import { registerAccount } from '../account/routes.tsx';
import type { TracedIdentity } from '../dreams/trial-trace.ts';
import type { JobsStore } from '../jobs/store.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import type { AccessAnswer } from '../stream/schemas.ts';
import { avatarKey } from './avatar.ts';
import { createSessions } from './begin-session.ts';
import type { CodeFlow } from './code-flow.ts';
import { registerConfirm } from './confirm-routes.tsx';
import { registerConnect } from './connect-routes.tsx';
import type { EmailLinkDeps } from './email-link.ts';
import { registerEmailLinks } from './email-link-routes.tsx';
import { registerPasskeys } from './passkey-routes.tsx';
import { registerProviderSignIn } from './provider-routes.tsx';
import { googleSignIn, type SessionUser } from './schemas.ts';
import { toSessionUser, type VerifiedIdentity } from './sign-in.ts';

export interface AuthDeps extends EmailLinkDeps {
  log: Log;
  storage: Storage;
  rateLimits: RateLimits;
  codeFlow: CodeFlow;
  verifyToken(token: string): Promise<VerifiedIdentity>;
  /** sign-ins, refusals and changes of protection are written down here */
  security: SecurityLog;
  /** a login session is over: whatever hangs on it must close */
  signedOut(loginId: string): void;
  /** counts the trial dreams of an account that the same person deleted */
  trials: { recall(userId: string, identity: TracedIdentity): Promise<void> };
  /** how much of a plan is used */
  checkAccess(person: SessionUser): Promise<AccessAnswer>;
  /** whether a subscription goes on charging by itself */
  subscriptionRenews(userId: string): Promise<boolean>;
  jobs: Pick<JobsStore, 'enqueue'>;
  /** what each domain keeps about a person */
  personalData: readonly PersonalData[];
}

/** Who people are: the calls here, the ways of signing in and the account in files of their own. */
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
    const user = await sessions.beginWith(c, await deps.verifyToken(token), {
      provenAt: null,
      by: 'access token',
    });
    return c.json({ user: toSessionUser(user) });
  });

  app.post('/api/auth/logout', async (c) => {
    await sessions.end(c);
    return c.json({ ok: true });
  });

  app.get('/api/avatars/:userId/:file', async (c) => {
    const person = requirePerson(c);
    const { userId, file } = c.req.param();
    const name = file.match(/^([0-9a-f]{32})\.webp$/)?.[1];
    if (!name || (userId !== person.id && person.role !== 'admin')) throw notFound('No picture');
    return serveMedia(c.req.raw, deps.storage, avatarKey(userId, name), {
      contentType: 'image/webp',
      disposition: 'inline',
      // The name is made from the content, so it can never change.
      cacheControl: 'private, max-age=31536000, immutable',
    });
  });

  registerProviderSignIn(app, deps, sessions);
  registerEmailLinks(app, deps, sessions);
  registerConfirm(app, deps);
  registerPasskeys(app, deps, sessions);
  registerConnect(app, deps, sessions);
  registerAccount(app, deps, sessions);
}
