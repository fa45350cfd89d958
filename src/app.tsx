import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { checkAction, checkScope, openToScripts, registerDocs } from '../modules/api/api.ts';
import { AppError, errorResponse, toAppError } from '../modules/kit/errors.ts';
import { clientAddress } from '../modules/kit/http/client-address.ts';
import { wantsHtml } from '../modules/kit/http/http.ts';
import { newId } from '../modules/kit/ids.ts';
import type { Log } from '../modules/kit/log.ts';
import { m } from '../modules/kit/texts/m.ts';
import type { Kit, Module } from '../modules/module.ts';
import { registerAssets } from '../modules/web/assets.ts';
import { isCall } from '../modules/web/calls.ts';
import { chooseLocale, chooseOwnLocale } from '../modules/web/choose-locale.ts';
import type { App, AppContext, AppEnv } from '../modules/web/context.ts';
import { renderPage } from '../modules/web/document.tsx';
import type { Assets } from '../modules/web/load-assets.ts';
import { ErrorPage, NotFoundPage } from '../modules/web/pages/fault-pages.tsx';
import { checkOrigin, headerExceptions, redirectAliases, securityHeaders } from '../modules/web/security.ts';
import { redirectTrailingSlashes } from '../modules/web/trailing-slash.ts';
import type { Config } from './config.ts';
import { registerSite, type SiteDeps } from './site.tsx';

const MAX_BODY_BYTES = 256 * 1024;

export interface AppDeps {
  kit: Kit<Config>;
  assets: Assets;
  modules: readonly Module[];
  /** Liveness, readiness and metrics; registered before any authentication. */
  health: Module;
  /** WebSocket origins of the nodes that a dream may run on; for the CSP in a multi-node setup. */
  nodeUrls(): string[];
  /** Records response times when metrics are on. */
  measure?: MiddlewareHandler<AppEnv>;
  countRefusals: MiddlewareHandler<AppEnv>;
  legal: SiteDeps['legal'];
  checkAccess: SiteDeps['checkAccess'];
  /** Loads the signed-in person. */
  findPerson: MiddlewareHandler<AppEnv>;
}

/** The whole site as one function from request to response. The order here is the life of a request. */
export function createApp(deps: AppDeps): App {
  const { kit, assets, modules, health, nodeUrls, measure, countRefusals, findPerson, legal, checkAccess } =
    deps;
  const { config, log } = kit;
  const app: App = new Hono();

  beginRequests(app, { config, log, nodeUrls });
  if (measure) app.use(measure);
  app.use(countRefusals);
  app.use(openToScripts());
  registerAssets(app, assets);
  health.register?.(app);
  app.use(chooseLocale(config.LOCALE));
  // Assets and pages are already compressed; this covers all other responses.
  app.use(compress());
  app.use(redirectAliases());
  app.use(redirectTrailingSlashes());
  app.use(findPerson);
  app.use(chooseOwnLocale());
  app.use(checkOrigin());
  app.use(checkScope());
  app.use(limitBodies(modules));
  app.use(checkAction());
  for (const one of modules) one.register?.(app);
  registerDocs(app);
  registerSite(app, { config, assets, legal, checkAccess });

  app.notFound((c) => {
    if (isCall(c)) return errorResponse(c, new AppError(404, 'no-route', m.web_error_no_route()));
    return renderPage(c, { title: m.web_not_found_tab(), status: 404, page: <NotFoundPage /> });
  });
  app.onError((error, c) => answerError(c, error, log));
  return app;
}

function answerError(c: AppContext, error: unknown, log: Log): Response | Promise<Response> {
  const known = toAppError(error);
  c.set('refusal', known.code);
  // A client that disconnects mid-request is not our failure.
  const isOurs = known.status >= 500 && !c.req.raw.signal.aborted;
  if (isOurs) log.error('request failed', { id: c.get('requestId'), path: c.req.path, error });
  if (isCall(c) || !wantsHtml(c)) return errorResponse(c, known);
  if (known.code === 'not-found')
    return renderPage(c, { title: m.web_not_found_tab(), status: 404, page: <NotFoundPage /> });
  if (known.retryAfter) c.header('Retry-After', String(Math.ceil(known.retryAfter)));
  return renderPage(c, {
    title: m.web_error_title(),
    status: known.status,
    page: <ErrorPage message={known.message} requestId={c.get('requestId')} />,
  });
}

/**
 * Signed-out callers only get the small limit, so they can't make us read a recording. Routes with a limit of their own
 * stream to disk and enforce it there; a declared length is checked up front.
 */
function limitBodies(modules: readonly Module[]): MiddlewareHandler<AppEnv> {
  const longer = new Map(modules.flatMap(({ longBodies = {} }) => Object.entries(longBodies)));
  const small = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => refuseLength(MAX_BODY_BYTES) });
  return async function bodyLimits(c, next) {
    const most = c.get('person') === null ? undefined : longer.get(c.req.path);
    if (most === undefined) return small(c, next);
    if (Number(c.req.header('content-length') ?? 0) > most) refuseLength(most);
    return next();
  };
}

/** First and last steps of every request. */
export function beginRequests(
  app: App,
  { config, log, nodeUrls }: { config: Config; log: Log; nodeUrls?: () => string[] },
): void {
  app.use(async function startRequest(c, next) {
    c.set('requestId', newId());
    c.set('config', config);
    c.set('address', clientAddress(config, c.req.raw.headers, (c.env as { address?: string })?.address));
    c.set('person', null);
    c.set('login', null);
    c.set('token', null);
    c.set('awaiting', null);
    c.set('guest', null);
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
  app.use(securityHeaders(config, nodeUrls));
}

function refuseLength(bytes: number): never {
  throw new AppError(413, 'too-large', m.web_error_too_large({ kib: Math.round(bytes / 1024) }));
}
