import { hostname, networkInterfaces } from 'node:os';
import type { MiddlewareHandler } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import { AppError } from '../kit/errors.ts';
import type { AppEnv, WebConfig } from './context.ts';
import type { SiteConfig } from './contract/settings.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * True if an Origin is this site's: PUBLIC_URL if set, otherwise the request's own host, so that a server on a local
 * network works without settings.
 */
export function isOwnOrigin(config: SiteConfig, origin: string, host: string | null | undefined): boolean {
  if (config.publicUrlIsSet) return origin === new URL(config.PUBLIC_URL).origin;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Origin for links in responses. */
export function publicOrigin(config: SiteConfig, request: Request): string {
  if (config.publicUrlIsSet) return config.PUBLIC_URL;
  const host = request.headers.get('host');
  return host ? `http://${host}` : config.PUBLIC_URL;
}

/**
 * Origin for links in mails. The Host header is under the caller's control, so without PUBLIC_URL it is only used if it
 * names this machine. This prevents links in mails to another machine, even on the local network.
 */
export function mailOrigin(config: SiteConfig & { PORT?: number }, request: Request): string {
  const host = request.headers.get('host') ?? '';
  return !config.publicUrlIsSet && isOwnHost(host, config.PORT) ? `http://${host}` : config.PUBLIC_URL;
}

/** True if a Host header names this machine, at our port or at port 80, which only its administrator can listen on. */
function isOwnHost(host: string, port = 0): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const asked = new URL(`http://${host}`);
  if (asked.host !== host.toLowerCase()) return false;
  const atPort = Number(asked.port || 80);
  return (port === 0 || atPort === port || atPort === 80) && ownNames().has(asked.hostname);
}

/** Read each time, because addresses change. */
function ownNames(): Set<string> {
  const name = hostname().toLowerCase();
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return new Set([
    ...LOOPBACK,
    ...(name === '' ? [] : [name, `${name}.local`]),
    ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address.split('%')[0]}]` : address)),
  ]);
}

/** Rejects mutations sent by other sites. */
export function checkOrigin(): MiddlewareHandler<AppEnv> {
  return async function originCheck(c, next) {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS') return next();
    // No site can make a browser send an API token, and with one the cookie doesn't count.
    if (c.get('token')) return next();
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const foreign =
      origin !== undefined
        ? !isOwnOrigin(c.get('config'), origin, c.req.header('host'))
        : site !== undefined && site !== 'same-origin' && site !== 'none';
    if (foreign) throw new AppError(403, 'foreign-origin', 'This request came from another site.');
    return next();
  };
}

/** Redirects loopback aliases to the host that cookies and Origin checks are bound to. */
export function redirectAliases(): MiddlewareHandler<AppEnv> {
  return async function aliasRedirect(c, next) {
    const config = c.get('config');
    if (config.publicUrlIsSet && c.req.method === 'GET' && !c.req.path.startsWith('/api/')) {
      const { pathname, search } = new URL(c.req.url);
      const home = new URL(config.PUBLIC_URL);
      if (isAlias(c.req.raw, home)) return c.redirect(home.origin + pathname + search, 302);
    }
    return next();
  };
}

/**
 * True if a request uses a different loopback name with PUBLIC_URL's port. Requests with another port, or through a
 * proxy, may have a Host that the proxy set; redirecting those could loop forever.
 */
function isAlias({ headers, url }: Request, home: URL): boolean {
  const asked = new URL(`http://${headers.get('host') ?? new URL(url).host}`);
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some((name) =>
    headers.has(name),
  );
  return (
    LOOPBACK.has(asked.hostname) &&
    LOOPBACK.has(home.hostname) &&
    asked.hostname !== home.hostname &&
    asked.port === home.port &&
    !isForwarded
  );
}

/** Per-response header changes. Registered before securityHeaders, so that it runs last. */
export function headerExceptions(): MiddlewareHandler<AppEnv> {
  return async function exceptions(c, next) {
    await next();
    if (c.get('openToOthers')) c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    // Personal responses aren't cached unless their route sets a cache time.
    const isPersonal = (c.get('person') ?? c.get('awaiting') ?? c.get('guest')) !== null;
    if (isPersonal && !c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
    // A cached response belongs to one login: after a change of login the browser must revalidate.
    const isKept = /^private, max-age=[1-9]/.test(c.res.headers.get('Cache-Control') ?? '');
    if (isKept) c.res.headers.append('Vary', 'Cookie');
    if (c.get('secretInAddress')) {
      // Not no-referrer, because browsers then send forms without their Origin.
      c.res.headers.set('Referrer-Policy', 'same-origin');
      c.res.headers.set('Cache-Control', 'no-store');
    }
  };
}

/** Google's sign-in script and its requests; only allowed if the popup is on. */
const GSI = 'https://accounts.google.com/gsi/';

/** The live page and its threads of voice and sound; a worker obeys the policy of its own response. */
const HEARS_VOICE = /^\/stream$|^\/assets\/(voice-worker|whisper-thread|sound-worker)-[\w-]+\.js$/;
/** The page on which a browser draws as a worker, and its two threads. */
const DRAWS = /^\/draw$|^\/assets\/(draw|engine)-worker-[\w-]+\.js$/;

/** The page that checks files, and its thread. */
const CHECKS = /^\/check$|^\/assets\/check-worker-[\w-]+\.js$/;

/** The players for other sites, the only pages that they may frame: of a film, and of a live dream. */
const EMBEDS = /^\/embed\/[^/]+$/;
const LIVE_EMBEDS = /^\/embed\/live\/[^/]+$/;

/** Content-Security-Policy with a nonce per request, and related headers. */
export function securityHeaders(
  config: WebConfig,
  /** WebSocket origins of the nodes that a dream may run on; for the CSP in a multi-node setup. */
  nodeUrls: () => string[] = () => [],
): MiddlewareHandler<AppEnv> {
  const headersWith = (more: MoreSources) => headersOf(config, nodeUrls, more);
  const elsewhere = headersWith({});
  const withPayment = headersWith({ form: paymentOrigins(config) });
  const withVoice = headersWith({
    // The speech engine is WebAssembly.
    script: ["'wasm-unsafe-eval'"],
    captures: true,
  });
  const withDrawing = headersWith({
    script: ["'wasm-unsafe-eval'"],
    connect: modelOrigins(config.MODEL_BASE),
  });
  const withChecking = headersWith({
    // The content credentials reader is WebAssembly, and video frames are read from a blob URL.
    script: ["'wasm-unsafe-eval'"],
    media: ['blob:'],
  });
  const embedded = embedHeaders(config, {});
  // Its own script by nonce, and the thread that connects and draws.
  const embeddedLive = embedHeaders(config, { scriptSrc: [NONCE], workerSrc: ["'self'"] });
  return function chooseHeaders(c, next) {
    if (EMBEDS.test(c.req.path)) return embedded(c, next);
    if (LIVE_EMBEDS.test(c.req.path)) return embeddedLive(c, next);
    if (c.req.path === '/checkout') return withPayment(c, next);
    if (CHECKS.test(c.req.path)) return withChecking(c, next);
    if (DRAWS.test(c.req.path)) return withDrawing(c, next);
    return (HEARS_VOICE.test(c.req.path) ? withVoice : elsewhere)(c, next);
  };
}

/** Origins for model downloads; the hub serves large files from other hosts. */
function modelOrigins(base: string): string[] {
  if (!URL.canParse(base) || !/^https?:/.test(base)) return [];
  const { origin, hostname } = new URL(base);
  return hostname === 'huggingface.co' ? [origin, 'https://*.huggingface.co', 'https://*.hf.co'] : [origin];
}

/**
 * Origins that the checkout form may redirect to: browsers apply the page's form-action policy to redirects as well.
 */
const paymentOrigins = ({ STRIPE_API_BASE }: WebConfig): string[] =>
  STRIPE_API_BASE ? [STRIPE_API_BASE] : ['https://checkout.stripe.com', 'https://billing.stripe.com'];

/**
 * The player of films has no scripts, forms or cookies, so nothing can be made to happen in it but playing. Works in
 * sandboxed frames, whose origin is none: CSP compares addresses, not origins.
 */
const embedHeaders = (
  config: WebConfig,
  live: { scriptSrc?: (typeof NONCE)[]; workerSrc?: string[] },
): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      ...live,
      styleSrc: [NONCE],
      imgSrc: ["'self'"],
      // Captions come inside the page.
      mediaSrc: ["'self'", 'data:', ...(config.linkOrigin ? [config.linkOrigin] : [])],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ['*'],
    },
    // For pages that isolate themselves by Cross-Origin-Embedder-Policy.
    crossOriginResourcePolicy: 'cross-origin',
    crossOriginOpenerPolicy: false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: stsOf(config),
    xFrameOptions: false,
    xXssProtection: false,
    permissionsPolicy: {
      microphone: [],
      camera: [],
      displayCapture: [],
      geolocation: [],
      payment: [],
      usb: [],
    },
  });

const stsOf = (config: WebConfig): string | false =>
  config.secure && (config.HSTS_PRELOAD ? PRELOADED : 'max-age=31536000');

/** Directives that browsers' https-only lists require; they also bind every subdomain, for years. */
const PRELOADED = 'max-age=63072000; includeSubDomains; preload';

interface MoreSources {
  script?: string[];
  connect?: string[];
  media?: string[];
  form?: string[];
  /** the page may use a camera and share the screen */
  captures?: true;
}

function headersOf(config: WebConfig, nodeUrls: () => string[], more: MoreSources): MiddlewareHandler {
  const popup = (address: string) => (config.GOOGLE_POPUP ? [address] : []);
  // Evaluated per response, because nodes come and go.
  const socketsNow = () =>
    [...new Set([config.NODE_URL ?? '', ...nodeUrls()])].map((url) => url.replace(/^http/, 'ws')).join(' ');
  const sockets = config.NODE_URL ? [socketsNow] : [];
  return secureHeaders({
    contentSecurityPolicy: {
      // Everything is denied by default; the exceptions follow.
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", NONCE, ...(more.script ?? []), ...popup(`${GSI}client`)],
      styleSrc: ["'self'", ...popup(`${GSI}style`)],
      imgSrc: ["'self'"],
      // Videos redirect to the bucket; images and script requests are served from here.
      mediaSrc: ["'self'", ...(config.linkOrigin ? [config.linkOrigin] : []), ...(more.media ?? [])],
      connectSrc: ["'self'", ...sockets, ...(more.connect ?? []), ...popup(GSI)],
      workerSrc: ["'self'"],
      fontSrc: ["'self'"],
      ...(config.GOOGLE_POPUP ? { frameSrc: ["'self'", GSI] } : {}),
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'", ...(more.form ?? [])],
    },
    // The popup must reach the window that opened it, which `same-origin` would cut off.
    crossOriginOpenerPolicy: config.GOOGLE_POPUP ? 'same-origin-allow-popups' : 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: stsOf(config),
    xFrameOptions: 'DENY',
    xXssProtection: false,
    permissionsPolicy: {
      microphone: ['self'],
      fullscreen: ['self'],
      camera: more.captures ? ['self'] : [],
      displayCapture: more.captures ? ['self'] : [],
      geolocation: [],
      payment: [],
      usb: [],
    },
  });
}
