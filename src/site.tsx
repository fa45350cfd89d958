import { m } from '../modules/kit/texts/m.ts';
import type { Stream } from '../modules/stream/stream.ts';
import type { App } from '../modules/web/context.ts';
import { renderPage } from '../modules/web/document.tsx';
import type { Assets } from '../modules/web/load-assets.ts';
import { UnauthorizedPage } from '../modules/web/pages/fault-pages.tsx';
import { HomePage, type HomeProps } from '../modules/web/pages/home.tsx';
import { LegalPage } from '../modules/web/pages/legal.tsx';
import type { LegalFacts } from '../modules/web/pages/legal-facts.ts';
import type { Config } from './config.ts';

export interface SiteDeps {
  config: Config;
  assets: Assets;
  legal: LegalFacts;
  checkAccess: Stream['checkAccess'];
}

/** Pages that belong to no module: the landing page, the legal texts and the "unauthorized" page. */
export function registerSite(app: App, { config, assets, legal, checkAccess }: SiteDeps): void {
  for (const path of ['/', '/beta']) {
    app.get(path, async (c) => {
      const person = c.get('person');
      return renderPage(c, {
        title: config.APP_NAME,
        isIndexed: true,
        page: (
          <HomePage
            person={person}
            sellsPlans={config.sellsPlans}
            // A guest has had, or is having, their first dream.
            guestSeconds={c.get('guest') ? 0 : config.GUEST_SECONDS}
            freeDreams={person && config.sellsPlans ? (await checkAccess(person)).remainingTrials : null}
            promo={promoIn(assets)}
          />
        ),
      });
    });
  }
  app.get('/terms', (c) =>
    renderPage(c, {
      title: m.web_legal_terms_title(),
      isIndexed: true,
      page: <LegalPage text="terms" {...legal} />,
    }),
  );
  app.get('/privacy', (c) =>
    renderPage(c, {
      title: m.web_legal_privacy_title(),
      isIndexed: true,
      page: <LegalPage text="privacy" {...legal} />,
    }),
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
function promoIn({ files }: Assets): HomeProps['promo'] {
  return files.has('/promo.mp4')
    ? { video: '/promo.mp4', av1: '/promo-av1.mp4', poster: '/promo.webp' }
    : null;
}
