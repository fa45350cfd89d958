import { Hono } from 'hono';
import type { Config } from './config.ts';
import type { Log } from './kit/log.ts';
import type { ListenOptions } from './kit/runtime.ts';
import { securityHeaders } from './web/security.ts';

/** A host name or an address, with a port or without. */
const HOST = /^([\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

const ONLY_HTTPS = 'This site speaks https only.';
const MISREPORTED =
  'a proxy reports http for browsers that use https: webhooks, workers and old browsers are refused until it sends X-Forwarded-Proto: https';
/** Load balancers and Prometheus ask for these inside, past the proxy's https. */
const ASKED_INSIDE = new Set(['/healthz', '/readyz', '/metrics']);

interface FrontDeps {
  config: Config;
  log: Log;
  app: { fetch(request: Request, env: { address: string }): Response | Promise<Response> };
  upgrade: ListenOptions['upgrade'];
}

/** Stands before the app and the relay: what is answered without them carries the same headers as what they answer. */
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
  const refuse = (status: number, error: string) => withHeaders(Response.json({ error }, { status }));

  const isOff = offHttps(config, log);
  const refuseAddress = () => refuse(400, 'The request names no valid host.');

  /** Whatever else was sent has been read on its way already; sending it again would hide that. */
  function leadToHttps({ method, url }: Request) {
    if (method !== 'GET' && method !== 'HEAD') return refuse(403, ONLY_HTTPS);
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
      if (isOff(asked) && asked.headers.has('upgrade')) return Promise.resolve(refuse(403, ONLY_HTTPS));
      const decision = upgrade(asked, address);
      return decision?.then((one) => (one instanceof Response ? withHeaders(one) : one)) ?? null;
    },
  };
}

/** Runtimes put the address together from a Host header that they do not check; null where it is none. */
function addressed(request: Request): Request | null {
  const host = request.headers.get('host');
  // HTTP/1.0 has none, and load balancers ask for our health in it.
  if (host === null && request.url.startsWith('/')) {
    return new Request(`http://localhost${request.url}`, request);
  }
  return (host === null || HOST.test(host)) && URL.canParse(request.url) ? request : null;
}

/**
 * True if a request reached the outermost proxy by plain http although PUBLIC_URL is https. Requests that come past the
 * proxy (workers, other clients on this box) carry no X-Forwarded-Proto. A list that names https anywhere counts as
 * https: each proxy in a row appends the scheme of its own hop, and a client that forges the word only opts itself out of
 * the redirect.
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
    // Browsers send Sec-Fetch headers to secure origins only, so a redirect would lead them here again for ever.
    if (!headers.has('sec-fetch-site')) return true;
    if (!hasWarned) log.warn(MISREPORTED, { header: headers.get('x-forwarded-proto') });
    hasWarned = true;
    return false;
  };
}

/** X-Forwarded-Proto as a list, lower case; proxies append to it, or repeat the header, which joins with commas too. */
const forwardedSchemes = (headers: Headers): string[] =>
  (headers.get('x-forwarded-proto') ?? '')
    .split(',')
    .map((scheme) => scheme.trim().toLowerCase())
    .filter(Boolean);
