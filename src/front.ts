import { Hono } from 'hono';
import type { Config } from './config.ts';
import type { ListenOptions } from './runtime.ts';
import { securityHeaders } from './security.ts';

/** A host name or an address, with a port or without. */
const HOST = /^([\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

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

  const refuseAddress = () => refuse(400, 'The request names no valid host.');

  return {
    refuse,
    fetch(request, address) {
      const asked = addressed(request);
      return asked ? app.fetch(asked, { address }) : refuseAddress();
    },
    upgrade(request, address) {
      const asked = addressed(request);
      if (asked === null) return Promise.resolve(refuseAddress());
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
