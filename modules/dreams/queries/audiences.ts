import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { dreamAudiences, dreams } from '../tables.ts';
import { NOT_CLOSED } from './link.ts';
import { type Dream, isActive } from './live.ts';

/** The opening of a live dream to an audience. */
export type OpenAudience = typeof dreamAudiences.$inferSelect;

/** The dreamer's choice of watchers, and of the facts that these learn. */
export interface AudienceChoice {
  /** only people with an account */
  signedIn: boolean;
  /** watchers see the dreamer's first name */
  named: boolean;
}

/** Everything that closes a dream to its audience: its end, its deletion, and a closed link. */
const MAY_BE_WATCHED = and(isActive, isNull(dreams.hiddenAt), isNull(dreams.removedAt), NOT_CLOSED);

/** Repository queries for the audiences of live dreams. */
export function createAudienceQueries({ orm }: Database, clock: Clock) {
  return {
    /** Opens a dream under a new id, or changes who may watch one that is open. */
    async openAudience(dreamId: string, watchId: string, choice: AudienceChoice): Promise<OpenAudience> {
      const [row] = await orm
        .insert(dreamAudiences)
        .values({ dreamId, watchId, ...choice, openedAt: clock.now() })
        .onConflictDoUpdate({ target: dreamAudiences.dreamId, set: { ...choice } })
        .returning();
      return row as OpenAudience;
    },

    /** @returns false if it wasn't open */
    async closeAudience(dreamId: string): Promise<boolean> {
      const closed = await orm
        .delete(dreamAudiences)
        .where(eq(dreamAudiences.dreamId, dreamId))
        .returning({ id: dreamAudiences.dreamId });
      return closed.length > 0;
    },

    async findAudience(dreamId: string): Promise<OpenAudience | null> {
      const [row] = await orm.select().from(dreamAudiences).where(eq(dreamAudiences.dreamId, dreamId));
      return row ?? null;
    },

    /** The audience behind a link, with its dream, which may have ended. */
    async findWatched(watchId: string): Promise<{ audience: OpenAudience; dream: Dream } | null> {
      const [row] = await orm
        .select({ audience: dreamAudiences, dream: dreams })
        .from(dreamAudiences)
        .innerJoin(dreams, eq(dreams.id, dreamAudiences.dreamId))
        .where(eq(dreamAudiences.watchId, watchId));
      return row ?? null;
    },

    /** Audiences of those given dreams that can be watched now. */
    listWatchable(dreamIds: readonly string[]): Promise<OpenAudience[]> {
      if (dreamIds.length === 0) return Promise.resolve([]);
      return orm
        .select({
          dreamId: dreamAudiences.dreamId,
          watchId: dreamAudiences.watchId,
          signedIn: dreamAudiences.signedIn,
          named: dreamAudiences.named,
          openedAt: dreamAudiences.openedAt,
        })
        .from(dreamAudiences)
        .innerJoin(dreams, eq(dreams.id, dreamAudiences.dreamId))
        .where(and(inArray(dreamAudiences.dreamId, [...dreamIds]), MAY_BE_WATCHED));
    },
  };
}
