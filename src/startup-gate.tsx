import { Hono } from 'hono';
import { AppError, errorResponse } from '../modules/kit/errors.ts';
import { wantsHtml } from '../modules/kit/http/http.ts';
import type { Log } from '../modules/kit/log.ts';
import type { ListenOptions, SocketHandler } from '../modules/kit/runtime.ts';
import { m } from '../modules/kit/texts/m.ts';
import { within } from '../modules/kit/within.ts';
import { registerAssets } from '../modules/web/assets.ts';
import { isCall } from '../modules/web/calls.ts';
import { chooseLocale } from '../modules/web/choose-locale.ts';
import type { AppEnv } from '../modules/web/context.ts';
import { renderPage } from '../modules/web/document.tsx';
import type { Assets } from '../modules/web/load-assets.ts';
import { QuietPage } from '../modules/web/pages/quiet-page.tsx';
import { beginRequests } from './app.tsx';
import type { Config } from './config.ts';

/** Most starts finish within this time, so callers notice nothing. */
const WAITS_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

type Upgrade = ListenOptions['upgrade'];
interface App {
  fetch(request: Request, env: { address: string }): Response | Promise<Response>;
}

/**
 * Accepts requests from the first moment, so a port conflict shows up before anything else happens. Requests wait
 * briefly for the program to be ready, then get a 503 with Retry-After.
 */
export function createStartupGate(deps: { config: Config; log: Log; assets: Assets }) {
  const outside = createOutside(deps);
  let inside: { app: App; upgrade: Upgrade } | null = null;
  let opened = () => {};
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve;
  });

  return {
    open(app: App, upgrade: Upgrade): void {
      inside = { app, upgrade };
      opened();
    },
    async fetch(request: Request, env: { address: string }): Promise<Response> {
      if (!inside && new URL(request.url).pathname !== '/healthz') await within(isOpen, WAITS_MS);
      return (inside?.app ?? outside).fetch(request, env);
    },
    upgrade: ((request, address) => {
      if (inside) return inside.upgrade(request, address);
      return request.headers.has('upgrade') ? upgradeLater(request, address) : null;
    }) satisfies Upgrade,
  };

  /** Upgrades wait like other requests and get the same 503 if the program isn't ready in time. */
  async function upgradeLater(request: Request, address: string): Promise<SocketHandler | Response> {
    await within(isOpen, WAITS_MS);
    const handler = await inside?.upgrade(request, address);
    return handler ?? (inside?.app ?? outside).fetch(request, { address });
  }
}

/** Answers requests while the program starts. */
function createOutside({ config, log, assets }: { config: Config; log: Log; assets: Assets }) {
  const app = new Hono<AppEnv>();
  beginRequests(app, { config, log });
  app.get('/healthz', (c) => c.json({ ok: true }));
  registerAssets(app, assets);
  app.use(chooseLocale(config.LOCALE));
  app.all('*', (c) => {
    const { APP_NAME: name } = config;
    const starting = new AppError(503, 'starting', m.web_error_starting({ name }), {
      retryAfter: RETRY_AFTER_SECONDS,
    });
    if (isCall(c) || !wantsHtml(c)) return errorResponse(c, starting);
    c.header('Retry-After', String(RETRY_AFTER_SECONDS));
    c.header('Refresh', String(RETRY_AFTER_SECONDS));
    const page = (
      <QuietPage title={m.web_starting_title()}>
        <p>{m.web_starting_text({ name })}</p>
      </QuietPage>
    );
    return renderPage(c, { title: m.web_starting_title(), status: 503, page });
  });
  return app;
}
