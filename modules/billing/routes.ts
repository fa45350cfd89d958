import type { Hono } from 'hono';
import type { AppEnv } from '../../src/context.ts';
import { requirePerson } from '../auth/guards.ts';

export function registerBilling(app: Hono<AppEnv>): void {
  /** Nothing is sold here yet, so no role can have changed. */
  app.post('/api/verify-subscription', (c) => {
    requirePerson(c);
    return c.json({ roleUpdated: false });
  });
}
