import { Hono } from 'hono';
import { AppError, errorAnswer } from '../modules/kit/errors.ts';
import type { Log } from '../modules/kit/log.ts';
import type { ListenOptions } from '../modules/kit/runtime.ts';
import { m } from '../modules/kit/texts/m.ts';
import { securityHeaders } from '../modules/web/security.ts';
import type { Config } from './config.ts';

/** A host name or IP address, with an optional port. */
const HOST = /^([\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

const MISREPORTED =
  'a proxy reports http for browsers that use https: webhooks, workers and old browsers are refused until it sends X-Forwarded-Proto: https';
/** Load balancers and Prometheus request these from inside, bypassing the proxy's https. */
const ASKED_INSIDE = new Set(['/healthz', '/readyz', '/metrics']);

interface FrontDeps {
  config: Config;
  log: Log;
  app: { fetch(request: Request, env: { address: string }): Response | Promise<Response> };
  upgrade: ListenOptions['upgrade'];
}

/**
 * Sits in front of the app and the relay, so that responses generated here carry the same security headers as theirs.
 */
export function createFront({
  config,
  log,
  app,
  upgrade,
}: FrontDeps): Pick<ListenOptions, 'fetch' | 'upgrade' | 'refuse'> {
  const outside = new Hono<{ Bindings: { answer: Response } }>();
  outside.use(securityHeaders(config));
  outside.all('*', (c) => c.env.answer);
  const withHeaders = (answer: Response) => outside.fetch(new Request('http://outside.invalid/'), { answer });
  const refuse = (error: AppError) => withHeaders(errorAnswer(error));

  const isOff = offHttps(config, log);
  const refusePlain = () => refuse(new AppError(403, 'https-only', m.web_error_https_only()));
  const refuseAddress = () => refuse(new AppError(400, 'bad-host', m.web_error_host()));

  /**
   * Other methods are rejected: their body has already crossed the network in clear text, and a redirect would hide
   * that.
   */
  function leadToHttps({ method, url }: Request) {
    if (method !== 'GET' && method !== 'HEAD') return refusePlain();
    const { pathname, search } = new URL(url);
    const headers = { Location: config.PUBLIC_URL + pathname + search };
    return withHeaders(new Response(null, { status: 308, headers }));
  }

  return {
    refuse,
    fetch(request, address) {
      const asked = addressed(request);
      if (asked === null) return refuseAddress();
      return isOff(asked) ? leadToHttps(asked) : app.fetch(asked, { address });
    },
    upgrade(request, address) {
      const asked = addressed(request);
      if (asked === null) return Promise.resolve(refuseAddress());
      if (isOff(asked) && asked.headers.has('upgrade')) return Promise.resolve(refusePlain());
      const decision = upgrade(asked, address);
      return decision?.then((one) => (one instanceof Response ? withHeaders(one) : one)) ?? null;
    },
  };
}

/** Runtimes build the URL from an unchecked Host header; returns null if that header is invalid. */
function addressed(request: Request): Request | null {
  const host = request.headers.get('host');
  // HTTP/1.0 has no Host header, and some load balancers use it for health checks.
  if (host === null && request.url.startsWith('/')) {
    return new Request(`http://localhost${request.url}`, request);
  }
  return (host === null || HOST.test(host)) && URL.canParse(request.url) ? request : null;
}

/**
 * True if a request reached the outermost proxy over plain http although PUBLIC_URL is https. Requests that bypass the
 * proxy (workers, local clients) carry no X-Forwarded-Proto. A list that contains https anywhere counts as https: each
 * proxy in a chain appends the scheme of its own hop, and a client that forges the header only opts itself out of the
 * redirect.
 */
function offHttps(config: Config, log: Log): (request: Request) => boolean {
  const { TRUST_PROXY: trusted, secure } = config;
  if (!trusted || !secure) return () => false;
  let hasWarned = false;
  return ({ headers, url }) => {
    const schemes = forwardedSchemes(headers);
    if (schemes.length === 0 || schemes.some((scheme) => scheme === 'https' || scheme === 'wss'))
      return false;
    if (ASKED_INSIDE.has(new URL(url).pathname)) return false;
    // Browsers send Sec-Fetch headers only to secure origins, so a redirect would loop forever.
    if (!headers.has('sec-fetch-site')) return true;
    if (!hasWarned) log.warn(MISREPORTED, { header: headers.get('x-forwarded-proto') });
    hasWarned = true;
    return false;
  };
}

/** X-Forwarded-Proto as a lower-case list. Proxies append to it or repeat the header, which also joins with commas. */
const forwardedSchemes = (headers: Headers): string[] =>
  (headers.get('x-forwarded-proto') ?? '')
    .split(',')
    .map((scheme) => scheme.trim().toLowerCase())
    .filter(Boolean);
