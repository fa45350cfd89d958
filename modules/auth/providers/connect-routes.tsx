import type { Hono } from 'hono';
import { AppError } from '../../kit/errors.ts';
import { hashToken, newToken } from '../../kit/ids.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { renderPage } from '../../web/document.tsx';
import { takeAvatarOver } from '../avatar.ts';
import { ownPath } from '../contract/own-path.ts';
import type { AuthDeps } from '../deps.ts';
import { ConnectPage, type ConnectState } from '../pages/connect.tsx';
import { confirmAddress, isProven } from '../proof/fresh-proof.ts';
import type { Sessions } from '../session/begin-session.ts';
import { pendingCookies } from '../session/cookie.ts';
import { HOME_OF_CLOSED, type VerifiedIdentity } from '../session/sign-in.ts';

const PENDING_MS = 30 * 60_000;

/** Page that starts connecting the provider. */
export const CONNECT = '/auth/provider?connect';

type Pending = VerifiedIdentity & { next: string | null; tokenHash: string };

const PAGE = '/auth/connect';

/**
 * Stores a verified identity until its owner decides to connect it or create an account.
 * @returns path of the page that asks
 */
export async function keepPending(
  c: AppContext,
  { store, clock }: Pick<AuthDeps, 'store' | 'clock'>,
  identity: VerifiedIdentity,
  next: string,
): Promise<string> {
  const token = newToken();
  const flow = hashToken(token);
  await store.addPendingIdentity({
    tokenHash: flow,
    ...identity,
    next,
    expiresAt: clock.now() + PENDING_MS,
  });
  const isOnly = pendingCookies.readAll(c).length === 0;
  pendingCookies.write(c, flow, token);
  return isOnly ? PAGE : pageOf(flow);
}

/** The page for one of several pending identities, for example in two tabs. */
const pageOf = (flow: string) => `${PAGE}?flow=${flow}`;

/**
 * Connects a second sign-in method to an account: only to the account signed in in this browser, only if both have the
 * same verified address, and only when the owner presses the button.
 */
export function registerConnect(app: Hono<AppEnv>, deps: AuthDeps, sessions: Sessions): void {
  const { store, config } = deps;
  const providerName = config.oidc?.name ?? 'provider';

  /** Finds the pending identity of this flow, or else the newest. */
  async function findPending(c: AppContext, flow: unknown): Promise<Pending | null> {
    const named = typeof flow === 'string' && flow !== '' ? pendingCookies.read(c, flow) : undefined;
    const token = named ?? pendingCookies.readAll(c).at(-1);
    return token ? store.findPendingIdentity(hashToken(token)) : null;
  }

  async function drop(c: AppContext, { tokenHash }: Pending): Promise<void> {
    await store.deletePendingIdentity(tokenHash);
    pendingCookies.clear(c, tokenHash);
  }

  /** Decides what the identity allows; checked again when the person acts. */
  async function stateOf(c: AppContext, pending: Pending): Promise<ConnectState> {
    const person = c.get('person');
    const owner = await store.findIdentity(pending.issuer, pending.subject);
    if (!person) return owner ? 'taken' : 'signed-out';
    if (owner) return owner.id === person.id ? 'connected' : 'taken';
    const own = await store.listIdentities(person.id);
    const sameAddress = own.some(
      ({ email, emailVerified }) => emailVerified && email.toLowerCase() === pending.email.toLowerCase(),
    );
    return sameAddress ? 'offer' : 'other-address';
  }

  app.get('/auth/connect', async (c) => {
    const pending = await findPending(c, c.req.query('flow'));
    if (!pending) return c.redirect(c.get('person') ? '/settings' : '/', 302);
    return renderPage(c, {
      title: m.auth_connect_page_title(),
      page: (
        <ConnectPage
          state={await stateOf(c, pending)}
          email={pending.email}
          providerName={config.oidc?.name ?? ''}
          flow={pending.tokenHash}
        />
      ),
    });
  });

  app.post('/auth/connect', async (c) => {
    await deps.rateLimits.take('signIn', c.get('address'));
    const { choice, flow } = await c.req.parseBody();
    const pending = await findPending(c, flow);
    if (!pending) return c.redirect('/auth/signin', 303);
    const page = flow ? pageOf(pending.tokenHash) : PAGE;
    if (choice === 'connect') return connect(c, pending, page);
    await drop(c, pending);
    if (choice !== 'separate' || c.get('person')) return c.redirect('/settings', 303);
    const user = await sessions.beginWith(c, pending, { provenAt: null, by: providerName });
    return c.redirect(
      user.erasureAt === null ? (ownPath(pending.next) ?? '/dreamboard') : HOME_OF_CLOSED,
      303,
    );
  });

  async function connect(c: AppContext, pending: Pending, page: string): Promise<Response> {
    const person = c.get('person');
    if (!person) return c.redirect(`/auth/signin?next=${page}`, 303);
    if (!isProven(c, deps.clock)) return c.redirect(confirmAddress(page), 303);
    await store.transact(async () => {
      if ((await stateOf(c, pending)) !== 'offer')
        throw new AppError(409, 'not-connectable', m.auth_error_not_connectable());
      const { issuer, subject, email } = pending;
      await store.addIdentity({ issuer, subject, email, userId: person.id });
    });
    await sessions.note(
      c,
      'account',
      person.id,
      inCodes(() => m.auth_log_connected({ provider: providerName })),
    );
    await drop(c, pending);
    const user = await store.findUser(person.id);
    if (user) await takeAvatarOver(deps, user, pending.picture);
    return c.redirect('/settings', 303);
  }
}
