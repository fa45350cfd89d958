import type { AppContext } from '../web/context.ts';
import { publicOrigin } from '../web/security.ts';

/** This node's `ws(s)://host` for the sockets of viewers, watchers and workers. */
export function socketOrigin(c: AppContext): string {
  const origin = c.get('config').NODE_URL ?? publicOrigin(c.get('config'), c.req.raw);
  return origin.replace(/^http/, 'ws');
}
