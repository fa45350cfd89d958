import { and, eq, gte, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import type { ServerStatus } from '../schemas.ts';
import { dreams } from '../tables.ts';
import { type Dream, isActive } from './course.ts';

export interface Recording {
  videoKey: string;
  thumbnailKey: string;
  posterKey: string | null;
  previewKey: string | null;
  filmstripKey: string | null;
  videoBytes: number;
  durationMs: number;
}

/** SQL about what dreams leave: voices, videos, and what a killed process did not finish; a part of the repository. */
export function createRecordingQueries({ orm }: Database, clock: Clock) {
  return {
    /** Key and bytes of the person's voice in this dream. */
    async saveVoice(id: string, voiceKey: string, voiceBytes: number): Promise<void> {
      await orm.update(dreams).set({ voiceKey, voiceAt: clock.now(), voiceBytes }).where(eq(dreams.id, id));
    },

    /** True if a person has a dream that is live, or has ended since then. */
    async hasDreamSince(userId: string, since: number): Promise<boolean> {
      const [row] = await orm
        .select({ id: dreams.id })
        .from(dreams)
        .where(and(eq(dreams.userId, userId), or(isActive, gte(dreams.endedAt, since))))
        .limit(1);
      return row !== undefined;
    },

    /** Bytes of a person's voice that are kept, but for those of one dream. */
    async countVoiceBytes(userId: string, exceptDream: string): Promise<number> {
      const [row] = await orm
        .select({ bytes: sql<number>`coalesce(sum(${dreams.voiceBytes}), 0)`.mapWith(Number) })
        .from(dreams)
        .where(and(eq(dreams.userId, userId), ne(dreams.id, exceptDream)));
      return row?.bytes ?? 0;
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

    /** Stores a proposed name, unless its owner has named it meanwhile. */
    async saveProposedName(id: string, proposedName: string): Promise<void> {
      await orm
        .update(dreams)
        .set({ proposedName })
        .where(and(eq(dreams.id, id), isNull(dreams.nameKey)));
    },

    /** That there is no recording of it is not its person's fault: then it does not count. */
    async setServerStatus(id: string, serverStatus: ServerStatus): Promise<void> {
      const isLost = serverStatus === 'FAILED' || serverStatus === 'EMPTY';
      await orm
        .update(dreams)
        .set({ serverStatus, ...(isLost && { chargedAt: null }) })
        .where(eq(dreams.id, id));
    },

    /** True if it was in the first state, and is in the second now. */
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

    /** Ended dreams whose recording is not compiled yet. */
    listProcessing(node: string): Promise<Dream[]> {
      return orm
        .select()
        .from(dreams)
        .where(and(eq(dreams.node, node), eq(dreams.serverStatus, 'PROCESSING'), isNotNull(dreams.endedAt)));
    },
  };
}
