import { hostname, networkInterfaces } from 'node:os';
import type { MiddlewareHandler } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import { AppError } from '../kit/errors.ts';
import type { AppEnv, WebConfig } from './context.ts';
import type { SiteConfig } from './settings.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * True if a request's Origin is this site: PUBLIC_URL where that is set, else the address that the request itself was
 * made to, so that a box on the local network works without settings.
 */
export function isOwnOrigin(config: SiteConfig, origin: string, host: string | null | undefined): boolean {
  if (config.publicUrlIsSet) return origin === new URL(config.PUBLIC_URL).origin;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** The origin that links in answers should carry. */
export function publicOrigin(config: SiteConfig, request: Request): string {
  if (config.publicUrlIsSet) return config.PUBLIC_URL;
  const host = request.headers.get('host');
  return host ? `http://${host}` : config.PUBLIC_URL;
}

/**
 * The origin that links in mails carry. The Host header is the asker's word: where PUBLIC_URL is not set it is
 * believed if it names this machine, so that a link leads no reader of a mail to another machine, on the local
 * network neither.
 */
export function mailOrigin(config: SiteConfig & { PORT?: number }, request: Request): string {
  const host = request.headers.get('host') ?? '';
  return !config.publicUrlIsSet && isOwnHost(host, config.PORT) ? `http://${host}` : config.PUBLIC_URL;
}

/** True if a Host header names this machine at our port, or at one that only its administrator can listen on. */
function isOwnHost(host: string, port = 0): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const asked = new URL(`http://${host}`);
  if (asked.host !== host.toLowerCase()) return false;
  const atPort = Number(asked.port || 80);
  return (port === 0 || atPort === port || atPort === 80) && ownNames().has(asked.hostname);
}

/** Looked up each time: addresses come and go. */
function ownNames(): Set<string> {
  const name = hostname().toLowerCase();
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return new Set([
    ...LOOPBACK,
    ...(name === '' ? [] : [name, `${name}.local`]),
    ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address.split('%')[0]}]` : address)),
  ]);
}

/** Refuses mutations that another site's page sends. */
export function checkOrigin(): MiddlewareHandler<AppEnv> {
  return async function originCheck(c, next) {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS') return next();
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

/** Sends people who typed a loopback alias to the address that cookies and Origin checks are bound to. */
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
 * True if a request names another loopback name, with the port of PUBLIC_URL. One that names another port, or came
 * through a proxy, may carry the Host that a proxy wrote, and would come back the same for ever.
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

/** Headers that differ for single answers; stands before securityHeaders, so that it has the last word. */
export function headerExceptions(): MiddlewareHandler<AppEnv> {
  return async function exceptions(c, next) {
    await next();
    if (c.get('openToOthers')) c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    // Whatever is made for one person lies in no cache, unless its route says for how long it may.
    const isPersonal = (c.get('person') ?? c.get('awaiting')) !== null;
    if (isPersonal && !c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
    // A kept answer belongs to the login that asked: under the next one, or none, a browser asks again.
    const isKept = /^private, max-age=[1-9]/.test(c.res.headers.get('Cache-Control') ?? '');
    if (isKept) c.res.headers.append('Vary', 'Cookie');
    if (c.get('secretInAddress')) {
      // Not no-referrer, under which browsers send forms without their origin.
      c.res.headers.set('Referrer-Policy', 'same-origin');
      c.res.headers.set('Cache-Control', 'no-store');
    }
  };
}

/** Origin of Google's sign-in script, and of its requests; let in only where the popup is switched on. */
const GSI = 'https://accounts.google.com/gsi/';

/** The live page and the threads that its voice runs in: a worker obeys the policy of its own answer. */
const HEARS_VOICE = /^\/stream$|^\/assets\/(voice-worker|whisper-thread)-[\w-]+\.js$/;
/** The page on which a browser is let draw, and its two threads. */
const DRAWS = /^\/draw$|^\/assets\/(draw|engine)-worker-[\w-]+\.js$/;

/** The page that checks files, and the thread that reads them. */
const CHECKS = /^\/check$|^\/assets\/check-worker-[\w-]+\.js$/;

/** Content-Security-Policy with a nonce a request, and the headers that go with it. */
export function securityHeaders(
  config: WebConfig,
  /** addresses of the servers that a dream may be on, where there are several */
  nodeUrls: () => string[] = () => [],
): MiddlewareHandler<AppEnv> {
  const headersWith = (more: MoreSources) => headersOf(config, nodeUrls, more);
  const elsewhere = headersWith({});
  const withPayment = headersWith({ form: paymentOrigins(config) });
  const withVoice = headersWith({
    // The speech model's engine is WebAssembly.
    script: ["'wasm-unsafe-eval'"],
  });
  const withDrawing = headersWith({
    script: ["'wasm-unsafe-eval'"],
    connect: modelOrigins(config.MODEL_BASE),
  });
  const withChecking = headersWith({
    // The reader of content credentials is WebAssembly; a video is played from the file, for its frames.
    script: ["'wasm-unsafe-eval'"],
    media: ['blob:'],
  });
  return function chooseHeaders(c, next) {
    if (c.req.path === '/checkout') return withPayment(c, next);
    if (CHECKS.test(c.req.path)) return withChecking(c, next);
    if (DRAWS.test(c.req.path)) return withDrawing(c, next);
    return (HEARS_VOICE.test(c.req.path) ? withVoice : elsewhere)(c, next);
  };
}

/** Origins that browsers may fetch a model from; the hub hands large files out by hosts of its own. */
function modelOrigins(base: string): string[] {
  if (!URL.canParse(base) || !/^https?:/.test(base)) return [];
  const { origin, hostname } = new URL(base);
  return hostname === 'huggingface.co' ? [origin, 'https://*.huggingface.co', 'https://*.hf.co'] : [origin];
}

/** Origins that the checkout form may lead to: browsers hold the redirect that answers it to the page's own policy. */
const paymentOrigins = ({ STRIPE_API_BASE }: WebConfig): string[] =>
  STRIPE_API_BASE ? [STRIPE_API_BASE] : ['https://checkout.stripe.com', 'https://billing.stripe.com'];

/**
 * Directives that browsers' lists of https-only sites ask for; they bind every name below the site's own, for years.
 */
const PRELOADED = 'max-age=63072000; includeSubDomains; preload';

interface MoreSources {
  script?: string[];
  connect?: string[];
  media?: string[];
  form?: string[];
}

function headersOf(config: WebConfig, nodeUrls: () => string[], more: MoreSources): MiddlewareHandler {
  const popup = (address: string) => (config.GOOGLE_POPUP ? [address] : []);
  // Listed for each answer: servers come and go.
  const socketsNow = () =>
    [...new Set([config.NODE_URL ?? '', ...nodeUrls()])].map((url) => url.replace(/^http/, 'ws')).join(' ');
  const sockets = config.NODE_URL ? [socketsNow] : [];
  return secureHeaders({
    contentSecurityPolicy: {
      // Needs of a page are named below; all else is not let in.
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", NONCE, ...(more.script ?? []), ...popup(`${GSI}client`)],
      styleSrc: ["'self'", ...popup(`${GSI}style`)],
      imgSrc: ["'self'"],
      // Videos are redirected to the bucket; pictures, and what scripts fetch, come from here.
      mediaSrc: ["'self'", ...(config.linkOrigin ? [config.linkOrigin] : []), ...(more.media ?? [])],
      connectSrc: ["'self'", ...sockets, ...(more.connect ?? []), ...popup(GSI)],
      workerSrc: ["'self'"],
      fontSrc: ["'self'"],
      ...(config.GOOGLE_POPUP ? { frameSrc: ["'self'", GSI] } : {}),
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'", ...(more.form ?? [])],
    },
    // The popup answers to the window that opened it, which the stricter word would cut off.
    crossOriginOpenerPolicy: config.GOOGLE_POPUP ? 'same-origin-allow-popups' : 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: config.secure && (config.HSTS_PRELOAD ? PRELOADED : 'max-age=31536000'),
    xFrameOptions: 'DENY',
    xXssProtection: false,
    permissionsPolicy: {
      microphone: ['self'],
      fullscreen: ['self'],
      camera: ['self'],
      geolocation: [],
      payment: [],
      usb: [],
    },
  });
}
