import type { Hono } from 'hono';
import { toAppError } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { renderPage } from '../../web/document.tsx';
import { guardPage, requirePerson } from '../../web/guards.ts';
import { ownPath } from '../contract/own-path.ts';
import type { AuthDeps } from '../deps.ts';
import { sendLink } from '../email-link/send-link.ts';
import { ConfirmPage, type ConfirmPageProps } from '../pages/confirm.tsx';
import { isProven, requireProof } from './fresh-proof.ts';

/**
 * Routes for fresh proof: the status call, and the page that asks for one and then returns the person to where they
 * were.
 */
export function registerConfirm(app: Hono<AppEnv>, deps: AuthDeps): void {
  const { clock } = deps;

  app.get('/api/auth/proof', (c) => {
    requirePerson(c);
    c.header('Cache-Control', 'no-store');
    requireProof(c, clock);
    return c.json({ ok: true });
  });

  async function show(c: AppContext, next: string, shown: Partial<ConfirmPageProps> = {}, status = 200) {
    const ways = await waysToProve(deps, requirePerson(c));
    return renderPage(c, {
      title: m.auth_confirm_page_title(),
      status,
      page: <ConfirmPage state="form" next={next} {...ways} {...shown} />,
    });
  }

  const afterwards = (given: unknown) => ownPath(given) ?? '/settings';

  app.get('/auth/confirm', guardPage(), async (c) => {
    const next = afterwards(c.req.query('next'));
    return isProven(c, clock) ? c.redirect(next, 302) : show(c, next);
  });

  app.post('/auth/confirm', guardPage(), async (c) => {
    const next = afterwards((await c.req.parseBody()).next);
    const { email } = requirePerson(c);
    try {
      const wish = { purpose: 'confirm', email, next, loginId: c.get('login')?.id ?? null } as const;
      return show(c, next, { state: await sendLink(c, deps, wish) });
    } catch (error) {
      const { message, status, retryAfter } = toAppError(error);
      if (retryAfter) c.header('Retry-After', String(Math.ceil(retryAfter)));
      return show(c, next, { error: message }, status);
    }
  });
}

/** Ways a person can prove who they are: always by mail, and at the provider if they sign in with it. */
export async function waysToProve(
  { store, codeFlow, config }: Pick<AuthDeps, 'store' | 'codeFlow' | 'config'>,
  person: { id: string; email: string },
): Promise<{ email: string; providerName: string | null; hasPasskey: boolean }> {
  const provider = config.oidc && codeFlow.asksAgain() ? config.oidc : null;
  const isWay =
    provider && (await store.listIdentities(person.id)).some(({ issuer }) => issuer === provider.issuer);
  return {
    email: person.email,
    providerName: isWay ? provider.name : null,
    hasPasskey: await store.hasPasskey(person.id),
  };
}
