import { and, asc, desc, eq, gte, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import type { ServerStatus } from '../contract/schemas.ts';
import { nameKey } from '../contract/sort.ts';
import { PAINTER } from '../contract/source-type.ts';
import { dreams } from '../tables.ts';
import { type Dream, isActive } from './live.ts';

export interface Recording {
  videoKey: string;
  thumbnailKey: string;
  posterKey: string | null;
  previewKey: string | null;
  filmstripKey: string | null;
  videoBytes: number;
  durationMs: number;
}

/** Repository queries for voices, videos, and dreams that a killed process left unfinished. */
export function createRecordingQueries({ orm }: Database, clock: Clock) {
  return {
    async saveVoice(id: string, voiceKey: string, voiceBytes: number): Promise<void> {
      await orm.update(dreams).set({ voiceKey, voiceAt: clock.now(), voiceBytes }).where(eq(dreams.id, id));
    },

    /** True if the person has a live dream, or one that ended since then. */
    async hasDreamSince(userId: string, since: number): Promise<boolean> {
      const [row] = await orm
        .select({ id: dreams.id })
        .from(dreams)
        .where(and(eq(dreams.userId, userId), or(isActive, gte(dreams.endedAt, since))))
        .limit(1);
      return row !== undefined;
    },

    /** Bytes of the person's stored voice recordings, except for one dream. */
    async countVoiceBytes(userId: string, exceptDream: string): Promise<number> {
      const [row] = await orm
        .select({ bytes: sql<number>`coalesce(sum(${dreams.voiceBytes}), 0)`.mapWith(Number) })
        .from(dreams)
        .where(and(eq(dreams.userId, userId), ne(dreams.id, exceptDream)));
      return row?.bytes ?? 0;
    },

    /** Id of the person's newest dream with a poster; null if there is none. */
    async findLastPoster(userId: string): Promise<string | null> {
      const [row] = await orm
        .select({ id: dreams.id })
        .from(dreams)
        .where(isShownBy(userId))
        .orderBy(desc(dreams.requestedAt))
        .limit(1);
      return row?.id ?? null;
    },

    /** The person's first dreams with a poster whose generator wasn't the painter. */
    listFirstByModels(userId: string, limit: number): Promise<Dream[]> {
      return orm
        .select()
        .from(dreams)
        .where(
          and(
            isShownBy(userId),
            ne(dreams.generator, PAINTER),
            or(isNull(dreams.isAi), eq(dreams.isAi, true)),
          ),
        )
        .orderBy(asc(dreams.requestedAt))
        .limit(limit);
    },

    async listIdsOf(userId: string): Promise<string[]> {
      const rows = await orm.select({ id: dreams.id }).from(dreams).where(eq(dreams.userId, userId));
      return rows.map(({ id }) => id);
    },

    async saveRecording(id: string, recording: Recording): Promise<void> {
      await orm
        .update(dreams)
        .set({ ...recording, serverStatus: 'READY' })
        .where(eq(dreams.id, id));
    },

    async saveVideoBytes(id: string, videoBytes: number): Promise<void> {
      await orm.update(dreams).set({ videoBytes }).where(eq(dreams.id, id));
    },

    /** Names a dream that still has the given name; null is none. Its owner's own name stays. */
    async nameFrom(id: string, before: string | null, name: string): Promise<void> {
      const isUnchanged = before === null ? isNull(dreams.nameKey) : eq(dreams.name, before);
      await orm
        .update(dreams)
        .set({ name, nameKey: nameKey(name), wordsDue: sql`${dreams.wordsDue} + 1` })
        .where(and(eq(dreams.id, id), isUnchanged));
    },

    /** A lost recording isn't the person's fault, so the dream no longer counts. */
    async setServerStatus(id: string, serverStatus: ServerStatus): Promise<void> {
      const isLost = serverStatus === 'FAILED' || serverStatus === 'EMPTY';
      await orm
        .update(dreams)
        .set({ serverStatus, ...(isLost && { chargedAt: null }) })
        .where(eq(dreams.id, id));
    },

    /** Compare and set; true if the status was changed. */
    async changeServerStatus(id: string, from: ServerStatus, to: ServerStatus): Promise<boolean> {
      const rows = await orm
        .update(dreams)
        .set({ serverStatus: to })
        .where(and(eq(dreams.id, id), eq(dreams.serverStatus, from)))
        .returning({ id: dreams.id });
      return rows.length === 1;
    },

    /** Dreams that this node left PENDING or RUNNING when it died. */
    listUnfinished(node: string): Promise<Dream[]> {
      return orm
        .select()
        .from(dreams)
        .where(and(eq(dreams.node, node), isActive));
    },

    /** Ended dreams whose recording hasn't been compiled yet. */
    listProcessing(node: string): Promise<Dream[]> {
      return orm
        .select()
        .from(dreams)
        .where(and(eq(dreams.node, node), eq(dreams.serverStatus, 'PROCESSING'), isNotNull(dreams.endedAt)));
    },
  };
}

/** The person's dreams with a poster that pages may show. */
const isShownBy = (userId: string) =>
  and(
    eq(dreams.userId, userId),
    isNotNull(dreams.posterKey),
    isNull(dreams.hiddenAt),
    isNull(dreams.removedAt),
    isNull(dreams.takenDownAt),
    isNull(dreams.flaggedHeldAt),
  );
