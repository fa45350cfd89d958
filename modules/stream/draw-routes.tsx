import type { Hono } from 'hono';
import { unauthorized } from '../kit/errors.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import { withoutEndSlashes } from '../kit/shared/trim.ts';
import { m } from '../kit/texts/m.ts';
import type { AppEnv } from '../web/context.ts';
import { renderPage } from '../web/document.tsx';
import { guardPage, requireAdmin } from '../web/guards.ts';
import { Island } from '../web/island.tsx';
import { publicOrigin } from '../web/security.ts';
import type { DrawTicket } from '../worker/contract/draw-messages.ts';
import { presetTexts } from '../worker/contract/preset-texts.ts';
import { PRESETS } from '../worker/contract/presets.ts';
import type { Relay } from './relay.ts';

export interface DrawDeps {
  config: { MODEL_BASE: string };
  relay: Pick<Relay, 'workerTicket'>;
  rateLimits: RateLimits;
}

/** The page on which an operator lends a browser as a worker, and its ticket for the relay. */
export function registerDraw(app: Hono<AppEnv>, { config, relay, rateLimits }: DrawDeps): void {
  app.get('/draw', guardPage({ role: 'admin' }), (c) =>
    renderPage(c, {
      title: m.stream_draw_title(),
      page: (
        <Island
          name="draw"
          props={{
            appName: c.get('config').APP_NAME,
            modelBase: withoutEndSlashes(config.MODEL_BASE),
            models: Object.entries(PRESETS).map(([id, { halves }]) => ({ id, halves, ...presetTexts(id) })),
          }}
        />
      ),
    }),
  );

  app.post('/api/draw/ticket', async (c) => {
    const person = requireAdmin(c);
    const login = c.get('login');
    if (!login) throw unauthorized();
    await rateLimits.take('drawTicket', person.id);
    const origin = c.get('config').NODE_URL ?? publicOrigin(c.get('config'), c.req.raw);
    const ticket = relay.workerTicket(person.id, login);
    c.header('Cache-Control', 'no-store');
    return c.json({
      websocketUrl: `${origin.replace(/^http/, 'ws')}/worker?ticket=${ticket}`,
    } satisfies DrawTicket);
  });
}
