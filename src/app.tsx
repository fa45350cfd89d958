import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import type { AccountDeps } from '../modules/account/deps.ts';
import { registerAccount } from '../modules/account/routes.tsx';
import { type AdminDeps, registerAdmin } from '../modules/admin/routes.tsx';
import { readSessionCookie, writeSessionCookie } from '../modules/auth/cookie.ts';
import type { AuthDeps } from '../modules/auth/deps.ts';
import { leadsToPasskey, passkeyAddress } from '../modules/auth/passkey-routes.tsx';
import { registerAuth } from '../modules/auth/routes.tsx';
import { readLoginSession } from '../modules/auth/sign-in.ts';
import { registerBillingPages } from '../modules/billing/page-routes.tsx';
import { type BillingDeps, registerBilling } from '../modules/billing/routes.ts';
import { type ConversationDeps, registerConversation } from '../modules/dreams/conversation-routes.ts';
import { type DreamsDeps, registerDreams } from '../modules/dreams/routes.tsx';
import { type HelpDeps, registerHelp } from '../modules/help/routes.ts';
import { registerMail } from '../modules/mail/routes.tsx';
import { countRefusals } from '../modules/security-log/count-refusals.ts';
import { registerStream, type StreamDeps } from '../modules/stream/routes.tsx';
import { type AssistDeps, registerAssist } from '../modules/stream/voice/assist-routes.ts';
import {
  registerVoice,
  VOICE_FORM_MAX_BYTES,
  type VoiceDeps,
} from '../modules/stream/voice/voice-routes.tsx';
import type { Config } from './config.ts';
import { type HealthDeps, registerHealth } from './health.ts';
import { clientAddress } from './kit/client-address.ts';
import { AppError, errorResponse, toAppError } from './kit/errors.ts';
import { wantsHtml } from './kit/http.ts';
import { newId } from './kit/ids.ts';
import type { Log } from './kit/log.ts';
import { registerAssets } from './web/assets.ts';
import type { AppContext, AppEnv } from './web/context.ts';
import { renderPage } from './web/document.tsx';
import type { Assets } from './web/load-assets.ts';
import { ErrorPage } from './web/pages/error.tsx';
import { HomePage } from './web/pages/home.tsx';
import { NotFoundPage } from './web/pages/not-found.tsx';
import { PrivacyPage } from './web/pages/privacy.tsx';
import { TermsPage } from './web/pages/terms.tsx';
import { UnauthorizedPage } from './web/pages/unauthorized.tsx';
import { checkOrigin, headerExceptions, redirectAliases, securityHeaders } from './web/security.ts';

const MAX_BODY_BYTES = 256 * 1024;

export interface AppDeps {
  config: Config;
  log: Log;
  assets: Assets;
  auth: AuthDeps;
  account: AccountDeps;
  billing: BillingDeps;
  dreams: DreamsDeps;
  conversation: ConversationDeps;
  stream: StreamDeps;
  admin: AdminDeps;
  help: HelpDeps;
  assist: AssistDeps;
  voice: VoiceDeps;
  health: HealthDeps;
}

/** The whole site as one function from request to answer. The order here is the life of a request. */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const { config, log, auth } = deps;
  const app = new Hono<AppEnv>();

  beginRequests(app, { config, log });
  app.use(countRefusals(auth.security));
  registerHealth(app, deps.health);
  registerAssets(app, deps.assets);
  // Assets and pages come packed; this is for all other answers.
  app.use(compress());
  app.use(redirectAliases());
  app.use(async function findPerson(c, next) {
    const token = readSessionCookie(c);
    const session = token ? await readLoginSession(auth, token) : null;
    if (!token || !session) return next();
    if (session.moved) writeSessionCookie(c, token);
    if (session.awaitsPasskey) {
      c.set('awaiting', session);
      return leadsToPasskey(c) ? c.redirect(passkeyAddress(c), 302) : next();
    }
    c.set('person', session.person);
    c.set('login', session.login);
    return next();
  });
  app.use(checkOrigin());
  const smallBody = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => refuseLength(MAX_BODY_BYTES) });
  app.use(function limitBodies(c, next) {
    // Nobody may make us read a recording before we know who they are. It goes to the disk as it comes, within
    // bounds of its own; a length that is told is looked at before.
    const mayBeLong = c.req.path === '/api/voice' && c.get('person') !== null;
    if (!mayBeLong) return smallBody(c, next);
    if (Number(c.req.header('content-length') ?? 0) > VOICE_FORM_MAX_BYTES)
      refuseLength(VOICE_FORM_MAX_BYTES);
    return next();
  });

  registerAuth(app, auth);
  registerAccount(app, deps.account);
  registerBilling(app, deps.billing);
  registerBillingPages(app, deps.billing);
  registerStream(app, deps.stream);
  registerAssist(app, deps.assist);
  registerVoice(app, deps.voice);
  registerDreams(app, deps.dreams);
  registerAdmin(app, deps.admin);
  registerMail(app, deps.admin);
  registerHelp(app, deps.help);
  registerConversation(app, deps.conversation);
  for (const path of ['/', '/beta']) {
    app.get(path, (c) =>
      renderPage(c, {
        title: config.APP_NAME,
        page: <HomePage person={c.get('person')} promo={promoIn(deps.assets)} />,
      }),
    );
  }
  const legal = {
    appName: config.APP_NAME,
    companyName: config.COMPANY_NAME,
    supportEmail: config.SUPPORT_EMAIL,
    hiddenDays: config.HIDDEN_DAYS,
  };
  app.get('/terms', (c) => renderPage(c, { title: 'Terms of Service', page: <TermsPage {...legal} /> }));
  app.get('/privacy', (c) => renderPage(c, { title: 'Privacy Policy', page: <PrivacyPage {...legal} /> }));
  app.get('/unauthorized', (c) =>
    renderPage(c, { title: 'No permission', status: 403, page: <UnauthorizedPage /> }),
  );

  app.notFound((c) => {
    if (isCall(c)) return errorResponse(c, new AppError(404, 'no-route', 'Nothing exists at this address.'));
    return renderPage(c, { title: 'Not found', status: 404, page: <NotFoundPage /> });
  });

  app.onError((error, c) => {
    const known = toAppError(error);
    c.set('refusal', known.code);
    // Who hangs up in mid-request is no failure of ours.
    const isOurs = known.status >= 500 && !c.req.raw.signal.aborted;
    if (isOurs) log.error('request failed', { id: c.get('requestId'), path: c.req.path, error });
    if (isCall(c) || !wantsHtml(c)) return errorResponse(c, known);
    if (known.status === 404)
      return renderPage(c, { title: 'Not found', status: 404, page: <NotFoundPage /> });
    if (known.retryAfter) c.header('Retry-After', String(Math.ceil(known.retryAfter)));
    return renderPage(c, {
      title: 'Something went wrong',
      status: known.status,
      page: <ErrorPage message={known.message} requestId={c.get('requestId')} />,
    });
  });

  return app;
}

/** What every request begins with, and its answer ends with. */
export function beginRequests(app: Hono<AppEnv>, { config, log }: Pick<AppDeps, 'config' | 'log'>): void {
  app.use(async function startRequest(c, next) {
    c.set('requestId', newId());
    c.set('config', config);
    c.set('address', clientAddress(config, c.req.raw.headers, (c.env as { address?: string })?.address));
    c.set('person', null);
    c.set('login', null);
    c.set('awaiting', null);
    const began = performance.now();
    await next();
    c.res.headers.set('X-Request-Id', c.get('requestId'));
    log.debug('request', {
      id: c.get('requestId'),
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - began),
    });
  });
  app.use(headerExceptions());
  app.use(securityHeaders(config));
}

function refuseLength(bytes: number): never {
  throw new AppError(413, 'too-large', `A request has at most ${Math.round(bytes / 1024)} KiB.`);
}

/** Callers of the API get JSON, whatever they accept; a shared link opened by a person is a page. */
export const isCall = (c: AppContext) =>
  c.req.path.startsWith('/api/') && !(c.req.path.startsWith('/api/d/') && wantsHtml(c));

/** The promo on the landing page, where public/ holds one. */
function promoIn({ files }: Assets): { video: string; poster: string } | null {
  return files.has('/promo.mp4') ? { video: '/promo.mp4', poster: '/promo.jpg' } : null;
}
