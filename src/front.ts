import { Hono } from 'hono';
import type { Config } from './config.ts';
import type { TrustedProxies } from './kit/http/client-address.ts';
import type { ListenOptions } from './kit/runtime.ts';
import { securityHeaders } from './web/security.ts';

/** A host name or an address, with a port or without. */
const HOST = /^([\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

const ONLY_HTTPS = 'This site speaks https only.';
/** Load balancers and Prometheus ask for these inside, past the proxy's https. */
const ASKED_INSIDE = new Set(['/healthz', '/readyz', '/metrics']);

interface FrontDeps {
  config: Config;
  app: { fetch(request: Request, env: { address: string }): Response | Promise<Response> };
  upgrade: ListenOptions['upgrade'];
}

/** Stands before the app and the relay: what is answered without them carries the same headers as what they answer. */
export function createFront({
  config,
  app,
  upgrade,
}: FrontDeps): Pick<ListenOptions, 'fetch' | 'upgrade' | 'refuse'> {
  const outside = new Hono<{ Bindings: { answer: Response } }>();
  outside.use(securityHeaders(config));
  outside.all('*', (c) => c.env.answer);
  const withHeaders = (answer: Response) => outside.fetch(new Request('http://outside.invalid/'), { answer });
  const refuse = (status: number, error: string) => withHeaders(Response.json({ error }, { status }));

  const isOff = offHttps(config);
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
 * True if a request reached the proxy by plain http although the site is an https one. Only a trusted proxy can say
 * that; workers and other clients on this box come past it. Browsers show by Sec-Fetch headers that their end was
 * safe: then a proxy before the proxy took the https off, and a redirect would go round for ever.
 */
function offHttps(config: Config): (request: Request) => boolean {
  const { TRUST_PROXY: trusted, secure } = config;
  if (!trusted || !secure) return () => false;
  return ({ headers, url }) =>
    schemeOutside(headers.get('x-forwarded-proto')?.split(','), trusted) === 'http' &&
    !headers.has('sec-fetch-site') &&
    !ASKED_INSIDE.has(new URL(url).pathname);
}

/**
 * Scheme by which people came to the outermost proxy of ours; of a list it is not known how many of them stand in a
 * row.
 */
function schemeOutside(schemes: string[] | undefined, trusted: TrustedProxies): string | undefined {
  if (!schemes) return undefined;
  const ours = typeof trusted === 'object' ? schemes.length : Math.min(Number(trusted), schemes.length);
  return schemes.at(-ours)?.trim().toLowerCase();
}
