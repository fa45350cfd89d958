import { toAppError } from '../../../src/kit/errors.ts';
import type { AppContext } from '../../../src/web/context.ts';
import { renderPage } from '../../../src/web/document.tsx';
import type { AuthDeps } from '../deps.ts';
import { SignInPage, type SignInProps } from '../pages/sign-in.tsx';
import { ownPath } from '../shared/own-path.ts';

type Shown = Partial<Pick<SignInProps, 'state' | 'email' | 'error' | 'notice' | 'next'>>;

/** The sign-in page in one of its states, offering every way that is set up here. */
export function showSignIn(c: AppContext, shown: Shown, status = 200): Promise<Response> {
  const config = c.get('config');
  return renderPage(c, {
    title: 'Sign in',
    status,
    page: (
      <SignInPage
        state="form"
        next={ownPath(c.req.query('next')) ?? '/dreamboard'}
        emailLink={config.AUTH_EMAIL_LINK}
        providerName={config.oidc?.name ?? null}
        {...shown}
      />
    ),
  });
}

/** The sign-in page with the reason of a refusal, which is logged. @param error whatever was thrown */
export function showRefusal(
  c: AppContext,
  { log }: Pick<AuthDeps, 'log'>,
  error: unknown,
  next: string,
): Promise<Response> {
  const { message, status, code, why } = toAppError(error);
  c.set('refusal', code);
  if (status >= 500) log.error('sign-in failed', { code, error });
  else log.warn('sign-in refused', { code, why });
  return showSignIn(c, { notice: message, next }, status);
}
