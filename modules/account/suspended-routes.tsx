import type { Hono } from 'hono';
import type { User } from '../auth/auth.ts';
import { AppError } from '../kit/errors.ts';
import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../web/context.ts';
import { renderPage } from '../web/document.tsx';
import { QuietPage } from '../web/pages/quiet-page.tsx';
import { closeAccount, GRACE_DAYS } from './close-account.ts';
import type { AccountDeps } from './deps.ts';
import { sendData } from './send-data.ts';

/**
 * Lets suspended people download their data and close or keep their account, using the token from the page that their
 * sign-in led to.
 */
export function registerSuspended(app: Hono<AppEnv>, deps: AccountDeps): void {
  const { auth } = deps;

  const bySuspended = (act: (c: AppContext, user: User) => Promise<Response>) => async (c: AppContext) => {
    await deps.rateLimits.take('signIn', c.get('address'));
    const { token } = await c.req.parseBody();
    const user = await auth.suspendedBy(String(token ?? ''));
    if (user) return act(c, user);
    return say(c, m.account_suspended_expired_title(), m.account_suspended_expired(), 410);
  };

  const say = (c: AppContext, title: string, words: string, status = 200) =>
    renderPage(c, {
      title,
      status,
      page: (
        <QuietPage title={title}>
          <p>{words}</p>
        </QuietPage>
      ),
    });

  app.post(
    '/auth/suspended/data',
    bySuspended((c, user) => sendData(c, deps, user.id)),
  );

  app.post(
    '/auth/suspended/close',
    bySuspended(async (c, user) => {
      try {
        if (user.erasureAt === null) await closeAccount(deps, user);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const words = error.code === 'subscribed' ? m.account_suspended_renews() : error.message;
        return say(c, m.account_suspended_open_title(), words, error.status);
      }
      await auth.noteInSecurityLog(c, 'account', user.id, inCodes(m.account_log_closed_suspended));
      return say(c, m.account_suspended_closed_title(), m.account_suspended_closed({ days: GRACE_DAYS }));
    }),
  );

  app.post(
    '/auth/suspended/keep',
    bySuspended(async (c, { id }) => {
      await auth.setErasure(id, null);
      await auth.noteInSecurityLog(c, 'account', id, inCodes(m.account_log_kept));
      return say(c, m.account_suspended_kept_title(), m.account_suspended_kept());
    }),
  );
}
