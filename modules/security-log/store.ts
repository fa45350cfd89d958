import { lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { KEPT_DAYS } from './contract/schemas.ts';
import { securityEvents } from './tables.ts';

const KEPT_MS = KEPT_DAYS * 24 * 3600_000;

export type SecurityEvent = typeof securityEvents.$inferSelect;
export type SecurityStore = ReturnType<typeof createSecurityStore>;

export function createSecurityStore({ orm }: Database, clock: Clock) {
  return {
    async add(event: Omit<SecurityEvent, 'id' | 'count' | 'bucket'>): Promise<void> {
      await orm.insert(securityEvents).values({ ...event, id: newId(), count: 1, bucket: null });
    },

    /** Adds to the bucket's count, or starts it. */
    async count(event: Omit<SecurityEvent, 'id'>): Promise<void> {
      const { at, detail, count } = event;
      await orm
        .insert(securityEvents)
        .values({ ...event, id: newId() })
        .onConflictDoUpdate({
          target: securityEvents.bucket,
          set: { at, detail, count: sql`${securityEvents.count} + ${count}` },
        });
    },

    async dropOld(): Promise<void> {
      await orm.delete(securityEvents).where(lt(securityEvents.at, clock.now() - KEPT_MS));
    },
  };
}
