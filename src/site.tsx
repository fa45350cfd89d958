import { m } from '../modules/kit/texts/m.ts';
import type { App } from '../modules/web/context.ts';
import { renderPage } from '../modules/web/document.tsx';
import type { Assets } from '../modules/web/load-assets.ts';
import { HomePage } from '../modules/web/pages/home.tsx';
import { LegalPage } from '../modules/web/pages/legal.tsx';
import { legalFacts } from '../modules/web/pages/legal-facts.ts';
import { UnauthorizedPage } from '../modules/web/pages/unauthorized.tsx';
import type { Config } from './config.ts';

/** Pages that belong to no module: the landing page, the legal texts and the "unauthorized" page. */
export function registerSite(app: App, { config, assets }: { config: Config; assets: Assets }): void {
  for (const path of ['/', '/beta']) {
    app.get(path, (c) =>
      renderPage(c, {
        title: config.APP_NAME,
        page: <HomePage person={c.get('person')} sellsPlans={config.sellsPlans} promo={promoIn(assets)} />,
      }),
    );
  }
  const legal = legalFacts(config);
  app.get('/terms', (c) =>
    renderPage(c, { title: m.web_legal_terms_title(), page: <LegalPage text="terms" {...legal} /> }),
  );
  app.get('/privacy', (c) =>
    renderPage(c, { title: m.web_legal_privacy_title(), page: <LegalPage text="privacy" {...legal} /> }),
  );
  app.get('/unauthorized', (c) =>
    renderPage(c, {
      title: c.get('hadSession') ? m.web_signed_out_tab() : m.web_unauthorized_tab(),
      status: 403,
      page: <UnauthorizedPage signedOut={c.get('hadSession') === true} />,
    }),
  );
}

/** The landing page's promo video, if public/ contains one. */
function promoIn({ files }: Assets): { video: string; poster: string } | null {
  return files.has('/promo.mp4') ? { video: '/promo.mp4', poster: '/promo.jpg' } : null;
}
