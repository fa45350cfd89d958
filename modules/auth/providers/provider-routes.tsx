import type { Hono } from 'hono';
import { z } from 'zod';
import { AppError } from '../../kit/errors.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { keptWords } from '../../web/kept-words.ts';
import { publicOrigin } from '../../web/security.ts';
import { EMAIL_ISSUER } from '../contract/email-issuer.ts';
import { ownPath } from '../contract/own-path.ts';
import type { AuthDeps } from '../deps.ts';
import { confirmAddress, isProven, PROOF_MS } from '../proof/fresh-proof.ts';
import type { Sessions } from '../session/begin-session.ts';
import { flowCookies } from '../session/cookie.ts';
import { LIVE_PAGE, showRefusal, showSignIn } from '../session/show-sign-in.tsx';
import { HOME_OF_CLOSED, type VerifiedIdentity } from '../session/sign-in.ts';
import { plainWord } from './code-flow.ts';
import { CONNECT, keepPending } from './connect-routes.tsx';
import { refusedSignIn } from './provider.ts';

/** Cookie contents while the browser is at the provider. */
const flow = z.strictObject({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  next: z.string().transform((next) => ownPath(next) ?? '/dreamboard'),
  /** purpose of the identity */
  purpose: z.enum(['sign-in', 'connect', 'confirm']),
  /** the login session that started the flow, unless the purpose is sign-in */
  loginId: z.string().nullable(),
});
type Flow = z.infer<typeof flow>;

/** Sign-in by redirect to the identity provider. */
export function registerProviderSignIn(app: Hono<AppEnv>, deps: AuthDeps, sessions: Sessions): void {
  const { config, codeFlow, rateLimits, store } = deps;
  const redirectUri = (c: AppContext) => `${publicOrigin(config, c.req.raw)}/auth/callback`;

  async function leaveForProvider(c: AppContext, next: string, purpose: Flow['purpose']): Promise<Response> {
    await rateLimits.take('signIn', c.get('address'));
    const loginId = purpose === 'sign-in' ? null : (c.get('login')?.id ?? null);
    const { url, secrets } = await codeFlow.begin(redirectUri(c), purpose === 'confirm');
    flowCookies.write(c, secrets.state, writeFlow({ ...secrets, next, purpose, loginId }));
    c.header('Cache-Control', 'no-store');
    return c.redirect(url.href, 302);
  }

  const nextOf = (c: AppContext) => ownPath(c.req.query('next')) ?? '/dreamboard';

  app.get('/auth/signin', async (c) => {
    if (c.get('person')) return c.redirect(nextOf(c), 302);
    const onlyWay = config.oidc !== null && !config.AUTH_EMAIL_LINK;
    if (c.req.query('restored') !== undefined)
      return showSignIn(c, deps, { news: m.auth_sign_in_restored() });
    // A provider's own page can't be the next one: browsers apply the home page's form-action policy to redirects.
    if (!onlyWay || (nextOf(c) === LIVE_PAGE && keptWords(c) !== null)) return showSignIn(c, deps, {});
    return leaveForProvider(c, nextOf(c), 'sign-in').catch((error: unknown) =>
      showRefusal(c, deps, error, nextOf(c)),
    );
  });

  app.get('/auth/provider', async (c) => {
    const { connect, confirm } = c.req.query();
    const purpose = connect !== undefined ? 'connect' : confirm !== undefined ? 'confirm' : 'sign-in';
    if (purpose !== 'sign-in' && !c.get('person')) return c.redirect('/auth/signin?next=/settings', 302);
    const next = purpose === 'connect' ? '/settings' : nextOf(c);
    if (purpose === 'connect' && !isProven(c, deps.clock)) return c.redirect(confirmAddress(CONNECT), 302);
    return leaveForProvider(c, next, purpose).catch((error: unknown) => showRefusal(c, deps, error, next));
  });

  app.get('/auth/callback', async (c) => {
    const state = c.req.query('state') ?? '';
    const begun = readFlow(flowCookies.read(c, state));
    if (begun) flowCookies.clear(c, state);
    c.set('secretInAddress', true);
    try {
      await rateLimits.take('signIn', c.get('address'));
      return await takeAnswer(c, begun);
    } catch (error) {
      return showRefusal(c, deps, error, begun?.next ?? '/dreamboard');
    }
  });

  async function takeAnswer(c: AppContext, begun: Flow | null): Promise<Response> {
    const { code, state, error, iss } = c.req.query();
    if (!begun) throw noFlow(flowCookies.readAll(c).length > 0);
    if (error !== undefined && state === begun.state) throw failedThere(error);
    if (!code || !state) throw new AppError(400, 'no-code', m.auth_error_not_completed());
    const { identity, provenAt } = await codeFlow.finish({ code, state, iss }, begun, redirectUri(c));

    if (begun.purpose !== 'sign-in' && begun.loginId !== c.get('login')?.id)
      throw new AppError(401, 'other-session', m.auth_error_signed_out());
    if (begun.purpose === 'confirm') {
      await proveBy(c, identity, provenAt);
      return c.redirect(begun.next, 302);
    }
    if (begun.purpose === 'connect') {
      return c.redirect(await keepPending(c, deps, identity, begun.next), 302);
    }
    const isKnown = (await store.findIdentity(identity.issuer, identity.subject)) !== null;
    // A person who has signed in by mail so far would find an empty dreamboard, so ask first. Asking reveals nothing:
    // only signing in to the other account connects the two.
    if (
      !isKnown &&
      config.AUTH_EMAIL_LINK &&
      (await store.findIdentity(EMAIL_ISSUER, identity.email.toLowerCase()))
    ) {
      return c.redirect(await keepPending(c, deps, identity, begun.next), 302);
    }
    const user = await sessions.beginWith(c, identity, {
      provenAt,
      by: config.oidc?.name ?? inCodes(m.auth_log_by_provider),
    });
    return c.redirect(user.erasureAt === null ? begun.next : HOME_OF_CLOSED, 302);
  }

  /** Accepts only the account's own identity, and only with the time that the provider reports. */
  async function proveBy(c: AppContext, identity: VerifiedIdentity, provenAt: number | null): Promise<void> {
    const owner = await store.findIdentity(identity.issuer, identity.subject);
    if (!owner || owner.id !== c.get('person')?.id)
      throw new AppError(403, 'other-person', m.auth_error_other_person());
    if (provenAt === null || deps.clock.now() - provenAt >= PROOF_MS)
      throw new AppError(403, 'stale-proof', m.auth_error_stale_proof());
    await sessions.prove(c, { provenAt, by: config.oidc?.name ?? inCodes(m.auth_log_by_provider) });
  }
}

const noFlow = (hasOthers: boolean) =>
  hasOthers
    ? refusedSignIn('state: not one that this browser began with')
    : new AppError(400, 'no-flow', m.auth_error_too_long(), {
        why: 'the browser sent no cookie of this sign-in: it began elsewhere or more than 10 minutes ago',
      });

/**
 * The provider returned an error instead of a code (RFC 6749, 4.1.2.1): the person cancelled, or its settings are
 * wrong.
 */
function failedThere(error: string): AppError {
  const why = `the provider answered ${plainWord(error)}`;
  return error === 'access_denied'
    ? new AppError(400, 'cancelled', m.auth_error_not_completed(), { why })
    : new AppError(400, 'provider-refused', m.auth_error_provider_failed(), {
        why,
      });
}

const writeFlow = (value: Flow) => Buffer.from(JSON.stringify(value)).toString('base64url');

function readFlow(cookie: string | undefined): Flow | null {
  try {
    return flow.parse(JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()));
  } catch {
    return null;
  }
}
