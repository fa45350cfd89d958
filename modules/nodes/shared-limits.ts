import { RateLimiterDrizzle, RateLimiterMemory } from 'rate-limiter-flexible';
import type { Database } from '../../db/database.ts';
import type { MakeLimiter } from '../kit/http/rate-limit.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import { rateLimits } from './tables.ts';

/**
 * Rate limits that all servers count together, in the database; each on its own while that is down. Undefined for a
 * single server.
 */
export function sharedLimits(
  { NODE_URL }: Pick<SiteConfig, 'NODE_URL'>,
  db: Database,
): MakeLimiter | undefined {
  if (!NODE_URL || !db.notifications) return undefined;
  return (kind, limit) =>
    new RateLimiterDrizzle({
      ...limit,
      keyPrefix: kind,
      storeClient: db.orm,
      schema: rateLimits,
      insuranceLimiter: new RateLimiterMemory(limit),
      // Our own sweep deletes these, along with the nodes' other expired rows.
      clearExpiredByTimeout: false,
    });
}
