import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { SessionDetail } from '../contract/schemas.ts';
import { linkPath } from '../contract/short-link.ts';
import { dreams } from '../tables.ts';
import { LINK_OPEN } from './link.ts';

/** Children shown on a dream's page. */
const CHILDREN_MAX = 20;

/** Queries for dreams that repeat or continue each other. */
export function createRelativeQueries({ orm }: Database) {
  const there = and(isNull(dreams.hiddenAt), isNull(dreams.removedAt));
  const named = { session_id: dreams.id, dream_name: dreams.name };
  return {
    /** The dream's parent, if this person may see it, and their own dreams that descend from it. */
    async listRelatives(
      dream: { id: string; parentId: string | null; parentSeconds: number | null },
      viewerId: string,
    ): Promise<Pick<SessionDetail, 'parent' | 'children'>> {
      const [parent] = dream.parentId
        ? await orm
            .select({ ...named, userId: dreams.userId, isOpen: LINK_OPEN })
            .from(dreams)
            .where(and(eq(dreams.id, dream.parentId), there))
        : [];
      const children = await orm
        .select(named)
        .from(dreams)
        .where(
          and(eq(dreams.parentId, dream.id), eq(dreams.userId, viewerId), isNotNull(dreams.startedAt), there),
        )
        .orderBy(asc(dreams.startedAt))
        .limit(CHILDREN_MAX);
      const isSeen = parent && (parent.userId === viewerId || parent.isOpen);
      return {
        parent: isSeen
          ? {
              address:
                parent.userId === viewerId
                  ? `/session?session_id=${parent.session_id}`
                  : linkPath(parent.session_id),
              dream_name: parent.dream_name,
              seconds: dream.parentSeconds,
            }
          : null,
        children,
      };
    },
  };
}
