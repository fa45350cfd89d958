import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { StatusCode } from 'hono/utils/http-status';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { pickEncoding } from '../kit/http/negotiate.ts';
import { currentDirection, formatLocale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';
import { shownLocales } from '../kit/texts/offered.ts';
import { LANGUAGE_QUERY } from './choose-locale.ts';
import type { AppContext } from './context.ts';
import type { SessionUser } from './contract/person.ts';
import { cookieValues } from './cookies.ts';
import { cachedFontsScript, firstPaintScript } from './first-paint.ts';
import { HeadAssets } from './head-assets.tsx';
import { type Rendered, renderWithIslands } from './island.tsx';
import { earlyPressScript, stopIslandScript } from './island-script.ts';
import { Footer } from './layout/footer.tsx';
import { Header } from './layout/header.tsx';
import { LanguageList } from './layout/languages.tsx';
import { Sidebar } from './layout/sidebar.tsx';
import { serializeProps } from './serialize.ts';
import { chosenTheme, themeScript } from './theme.ts';
import { transitionScript } from './transition.ts';

interface PageOptions {
  /** Tab title; the product's name is appended. */
  title: string;
  description?: string;
  /** HTTP status, default 200. */
  status?: number;
  page: ReactElement;
  /** Extra elements for <head>, such as Open Graph tags. */
  head?: ReactNode;
  /** A constant script that runs before the page's files load. */
  script?: string;
  /** Links to the page in other languages, for search engines. */
  isIndexed?: boolean;
  /**
   * `flow`: content followed by the footer. `stage`: fills the window, without a footer. `bare`: the content alone, on a
   * transparent page.
   */
  layout?: 'flow' | 'stage' | 'bare';
}

/** Renders a complete HTML page. */
export async function renderPage(c: AppContext, options: PageOptions): Promise<Response> {
  const config = c.get('config');
  const person = c.get('person');
  const layout = options.layout ?? 'flow';
  const main = (
    <main id="main" tabIndex={-1}>
      {options.page}
    </main>
  );
  const rendered = await renderWithIslands(
    layout === 'bare' ? (
      main
    ) : (
      <>
        <a className="skip-link" href="#main">
          {m.web_skip_to_content()}
        </a>
        <Header
          appName={config.APP_NAME}
          person={person}
          path={c.req.path}
          communityUrl={config.COMMUNITY_URL}
          socialUrl={config.SOCIAL_URL}
        />
        <Sidebar appName={config.APP_NAME} path={c.req.path} />
        {main}
        <LanguageList back={ownAddress(c)} />
        {layout === 'flow' && <Footer companyName={config.COMPANY_NAME} companyUrl={config.COMPANY_URL} />}
      </>
    ),
  );
  const html = renderToStaticMarkup(
    <html lang={formatLocale()} dir={currentDirection()} className={chosenTheme(c) ?? undefined}>
      <Head c={c} options={options} rendered={rendered} person={person} />
      <body
        data-layout={layout}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it above
        dangerouslySetInnerHTML={{ __html: rendered.html }}
      />
    </html>,
  );
  // Signed-out pages may be kept for Back if revalidated; pages with personal data may not.
  c.header('Cache-Control', person || c.get('awaiting') || c.get('guest') ? 'no-store' : 'private, no-cache');
  return send(c, `<!doctype html>${html}`, options.status ?? 200);
}

/** Path and query of the page, without a language; a form's answer has no page to return to. */
function ownAddress(c: AppContext): string {
  if (c.req.method !== 'GET') return '/';
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete(LANGUAGE_QUERY);
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : '');
}

/** Compresses whole pages, which costs less than half of what a compression stream does. */
const PACK = {
  // Quality 1 is as small as gzip's default, and faster.
  br: (html: string) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (html: string) => gzipSync(html, { level: 2 }),
};

function send(c: AppContext, html: string, status: number): Response {
  c.status(status as StatusCode);
  c.header('Vary', 'Accept-Encoding', { append: true });
  const encoding = pickEncoding(c.req.header('Accept-Encoding'), ['br', 'gzip']);
  if (encoding === 'identity') return c.html(html);
  c.header('Content-Type', 'text/html; charset=UTF-8');
  c.header('Content-Encoding', encoding);
  return c.body(new Uint8Array(PACK[encoding](html)));
}

interface HeadProps {
  c: AppContext;
  options: PageOptions;
  rendered: Rendered;
  person: SessionUser | null;
}

function Head({ c, options, rendered, person }: HeadProps) {
  const nonce = c.get('secureHeadersNonce');
  const config = c.get('config');
  const appName = config.APP_NAME;
  const hasIslands = rendered.islands.length > 0;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{options.title === appName ? appName : `${options.title} · ${appName}`}</title>
      <meta name="description" content={options.description ?? m.web_description()} />
      <meta name="color-scheme" content="dark light" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e0b14" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f4ee" />
      <script
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours
        dangerouslySetInnerHTML={{
          __html: [
            transitionScript,
            themeScript,
            firstPaintScript,
            hasIslands ? `${earlyPressScript};${stopIslandScript}` : '',
            options.script ?? '',
          ].join(';'),
        }}
      />
      <Fonts c={c} />
      <HeadAssets c={c} rendered={rendered} />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      {person && (
        <script
          type="application/json"
          id="user"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: serializeProps escapes what could end the element
          dangerouslySetInnerHTML={{ __html: serializeProps('page', person) }}
        />
      )}
      {!person && config.GOOGLE_POPUP && config.oidc && (
        <meta name="sign-in-popup" content={config.oidc.clientId} />
      )}
      {options.isIndexed && <Alternates address={config.PUBLIC_URL + c.req.path} />}
      {options.head}
    </head>
  );
}

function Alternates({ address }: { address: string }) {
  return (
    <>
      <link rel="alternate" hrefLang="x-default" href={address} />
      {shownLocales().map((locale) => (
        <link
          key={locale}
          rel="alternate"
          hrefLang={locale}
          href={`${address}?${new URLSearchParams({ [LANGUAGE_QUERY]: locale })}`}
        />
      ))}
    </>
  );
}

/**
 * Fonts would compete with the first paint for bandwidth. The page script loads them afterwards and sets a cookie; from
 * then on pages use them right away if they are still cached.
 */
function Fonts({ c }: { c: AppContext }) {
  const { fonts, integrity } = c.get('assets').manifest;
  const style = { rel: 'stylesheet', href: fonts.css, integrity: integrity[fonts.css] };
  return (
    <>
      <link {...style} media="print" data-fonts={FONTS_COOKIE} />
      <noscript>
        <link {...style} />
      </noscript>
      {cookieValues(c, FONTS_COOKIE).includes(fonts.css) && (
        <script
          nonce={c.get('secureHeadersNonce')}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of our own build
          dangerouslySetInnerHTML={{ __html: cachedFontsScript(fonts.files) }}
        />
      )}
    </>
  );
}

/** Its value is the URL of the font styles that the browser already has. */
const FONTS_COOKIE = 'fonts';
