import { toAppError } from '../../kit/errors.ts';
import { hashToken, newId, newToken } from '../../kit/ids.ts';
import { dayText } from '../../kit/shared/dates.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext } from '../../web/context.ts';
import { renderPage } from '../../web/document.tsx';
import { keptWords } from '../../web/kept-words.ts';
import { ownPath } from '../contract/own-path.ts';
import type { AuthDeps } from '../deps.ts';
import { SignInPage, type SignInProps } from '../pages/sign-in.tsx';
import { SuspendedPage } from '../pages/suspended.tsx';
import { SuspendedAccount } from './suspension-trace.ts';

type Shown = Partial<Pick<SignInProps, 'state' | 'email' | 'error' | 'notice' | 'news' | 'next'>>;

/** Words typed on the home page are sent there after the sign-in. */
export const LIVE_PAGE = '/stream';

/** Renders the sign-in page with every configured method. */
export function showSignIn(
  c: AppContext,
  { config }: Pick<AuthDeps, 'config'>,
  shown: Shown,
  status = 200,
): Promise<Response> {
  const next = shown.next ?? ownPath(c.req.query('next')) ?? '/dreamboard';
  return renderPage(c, {
    title: m.auth_sign_in_page_title(),
    status,
    page: (
      <SignInPage
        state="form"
        next={next}
        words={next === LIVE_PAGE ? keptWords(c) : null}
        emailLink={config.AUTH_EMAIL_LINK}
        providerName={config.oidc?.name ?? null}
        {...shown}
      />
    ),
  });
}

/**
 * Renders the sign-in page with the reason for a refusal, and logs it.
 * @param error any thrown value
 */
export function showRefusal(
  c: AppContext,
  deps: Pick<AuthDeps, 'config' | 'log' | 'store' | 'clock'>,
  error: unknown,
  next: string,
): Promise<Response> {
  const { log } = deps;
  const { message, status, code, why } = toAppError(error);
  c.set('refusal', code);
  if (status >= 500) log.error('sign-in failed', { code, error });
  else log.warn('sign-in refused', { code, why });
  if (error instanceof SuspendedAccount) return showSuspended(c, deps, error);
  return showSignIn(c, deps, { notice: message, next }, status);
}

const RIGHTS_MS = 60 * 60_000;

/** Shows a suspended person the reason and the forms that they may still use, which work for an hour. */
async function showSuspended(
  c: AppContext,
  { store, clock }: Pick<AuthDeps, 'store' | 'clock'>,
  { message, userId, status }: SuspendedAccount,
): Promise<Response> {
  const token = newToken();
  const now = clock.now();
  const made = { id: newId(), tokenHash: hashToken(token), userId, purpose: 'suspended' } as const;
  await store.addAccountToken({ ...made, createdAt: now, expiresAt: now + RIGHTS_MS });
  const erasureAt = (await store.findUser(userId))?.erasureAt ?? null;
  return renderPage(c, {
    title: m.auth_suspended_page_title(),
    status,
    page: (
      <SuspendedPage
        words={message}
        token={token}
        erasedOn={erasureAt === null ? null : dayText(erasureAt)}
      />
    ),
  });
}
