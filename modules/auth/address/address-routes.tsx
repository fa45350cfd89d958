import type { Hono } from 'hono';
import { AppError } from '../../kit/errors.ts';
import { hashToken } from '../../kit/ids.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { renderPage } from '../../web/document.tsx';
import { mailOrigin } from '../../web/security.ts';
import type { AuthDeps } from '../deps.ts';
import { AddressPage, type AddressPageProps } from '../pages/address.tsx';
import type { AccountToken } from '../queries/account-tokens.ts';
import type { Sessions } from '../session/begin-session.ts';
import { setAddress, undoAddress } from './change-address.ts';
import { UNDO_MAIL_JOB } from './mail-undo.ts';

/** Routes for mailed links that confirm a new address or restore the previous one. */
export function registerAddress(app: Hono<AppEnv>, deps: AuthDeps, sessions: Sessions): void {
  const { store } = deps;

  const show = (c: AppContext, props: AddressPageProps, status = 200) =>
    renderPage(c, { title: m.auth_address_page_title(), status, page: <AddressPage {...props} /> });

  /** A link that confirms a new address works only in the session that requested it. */
  async function find(c: AppContext): Promise<AccountToken | Response> {
    c.set('secretInAddress', true);
    await deps.rateLimits.take('signIn', c.get('address'));
    const token = await store.findAccountToken(hashToken(c.req.query('token') ?? ''));
    if (!token || token.purpose === 'suspended') return show(c, { state: 'expired' }, 410);
    if (token.purpose === 'address' && token.loginId !== c.get('login')?.id) {
      c.set('refusal', inCodes(m.auth_log_refused_other_session));
      return show(c, { state: 'elsewhere' }, 403);
    }
    return token;
  }

  app.get('/auth/address', async (c) => {
    const token = await find(c);
    if (token instanceof Response) return token;
    const action = `/auth/address?token=${encodeURIComponent(c.req.query('token') ?? '')}`;
    return show(c, { state: token.purpose === 'undo' ? 'undo' : 'new', email: token.email ?? '', action });
  });

  app.post('/auth/address', async (c) => {
    const token = await find(c);
    if (token instanceof Response) return token;
    try {
      if (token.purpose === 'undo') {
        await undoAddress(deps, token);
        await sessions.note(c, 'account', token.userId, inCodes(m.auth_log_address_undone));
        return show(c, { state: 'undone' });
      }
      await change(c, token);
      return c.redirect('/settings?done=address', 303);
    } catch (error) {
      if (error instanceof AppError) return show(c, { state: 'refused', words: error.message }, error.status);
      throw error;
    }
  });

  async function change(c: AppContext, token: AccountToken): Promise<void> {
    const { userId, email } = token;
    const origin = mailOrigin(deps.config, c.req.raw);
    const mailJob = await store.transact(async () => {
      if (!(await store.takeAccountToken(token))) throw new AppError(410, 'used', m.auth_error_link_used());
      return setAddress(deps, userId, email ?? '', origin);
    });
    for (const { id } of await store.listLoginSessions(userId))
      if (id !== c.get('login')?.id) await sessions.endOf(userId, id);
    await sessions.note(c, 'account', userId, inCodes(m.auth_log_address_changed));
    await deps.jobs.runNow(UNDO_MAIL_JOB, mailJob);
  }
}
