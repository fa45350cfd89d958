import { and, eq, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isUniqueViolation } from '../../../db/dialect.ts';
import { videoSource } from '../../protocol/controls.ts';
import { ACTIVE_STATUSES, type EndStatus } from '../../protocol/job-statuses.ts';
import type { EndReason } from '../contract/dream-end.ts';
import type { ServerStatus } from '../contract/schemas.ts';
import { dreamControls, dreamPrompts, dreamSounds, dreams, type FpsData } from '../tables.ts';

export type Dream = typeof dreams.$inferSelect;

/** End of a dream, with measurements taken while it was live. */
export interface DreamEnd {
  jobStatus: EndStatus;
  serverStatus: ServerStatus | null;
  endText: string | null;
  /** Missing in older stored data, like `endDetail`. */
  endReason?: EndReason;
  endDetail?: string | null;
  endedAt: number;
  /** It was charged, but ended through our fault. */
  uncharge: boolean;
  gpuSeconds: number | null;
  /** The worker that had the dream, even if it sent no frame; missing in older stored data. */
  workerId?: string | null;
  startDelayMs?: number | null;
  frames: number;
  fpsData: FpsData | null;
  pcieData: { h2d: number; d2h: number } | null;
}

export const isActive = inArray(dreams.jobStatus, ACTIVE_STATUSES);

const isPrompt = (dreamId: string, position: number) =>
  and(eq(dreamPrompts.dreamId, dreamId), eq(dreamPrompts.position, position));

const isOf = (node: string | null) => (node === null ? undefined : eq(dreams.node, node));

/** Start of a dream, and its generator. */
export interface DreamStart {
  /** Ms since the epoch. */
  startedAt: number;
  workerId: string;
  generator: string;
  generatorVersion: string;
  /** Missing in older stored data, like the next three. */
  isAi?: boolean;
  isExact?: boolean;
  model?: string | null;
  licence?: string | null;
}

/** A prompt as it is stored when it is accepted. */
export interface SpokenPrompt {
  position: number;
  clientId: string;
  text: string;
  sentAt: number;
  checking?: boolean;
  soft?: number;
  fromAudience?: boolean;
  byName?: string | null;
  byUserId?: string | null;
}

/** Repository queries for a dream from its first frame to its end. */
export function createLiveQueries({ orm }: Database) {
  return {
    async find(id: string): Promise<Dream | null> {
      const [row] = await orm.select().from(dreams).where(eq(dreams.id, id));
      return row ?? null;
    },

    async markRunning(id: string, start: DreamStart, node: string | null = null): Promise<void> {
      await orm
        .update(dreams)
        .set({ jobStatus: 'RUNNING', ...start, chargedAt: start.startedAt })
        .where(and(eq(dreams.id, id), eq(dreams.jobStatus, 'PENDING'), isOf(node)));
    },

    /** Changes the dream's job id. False if another dream already has that id, or this one has ended. */
    async nameJob(id: string, rpJobId: string): Promise<boolean> {
      const named = orm
        .update(dreams)
        .set({ rpJobId })
        .where(and(eq(dreams.id, id), isActive))
        .returning({ id: dreams.id });
      const rows = await named.catch((error: unknown) => {
        if (isUniqueViolation(error)) return [];
        throw error;
      });
      return rows.length === 1;
    },

    /**
     * Ends a dream once; later calls change nothing and return false.
     * @param node the server ending the dream, which has no effect if another server has taken the dream over
     */
    async finish(
      id: string,
      { uncharge, workerId, ...end }: DreamEnd,
      node: string | null = null,
    ): Promise<boolean> {
      const overall = end.fpsData?.overall;
      const rows = await orm
        .update(dreams)
        .set({
          ...end,
          ...(uncharge ? { chargedAt: null } : {}),
          ...(workerId ? { workerId } : {}),
          ...(overall === undefined ? {} : { serverFps: overall }),
        })
        .where(and(eq(dreams.id, id), isActive, isOf(node)))
        .returning({ id: dreams.id });
      return rows.length === 1;
    },

    /** Stops counting a dream against the quota. @returns false if it wasn't counted or hasn't ended */
    async uncharge(id: string): Promise<boolean> {
      const rows = await orm
        .update(dreams)
        .set({ chargedAt: null })
        .where(
          and(eq(dreams.id, id), isNotNull(dreams.chargedAt), notInArray(dreams.jobStatus, ACTIVE_STATUSES)),
        )
        .returning({ id: dreams.id });
      return rows.length === 1;
    },

    async recordPrompt(prompt: { dreamId: string } & SpokenPrompt): Promise<void> {
      await orm.insert(dreamPrompts).values(prompt).onConflictDoNothing();
    },

    async recordPromptPassed(dreamId: string, position: number): Promise<void> {
      await orm.update(dreamPrompts).set({ checking: false }).where(isPrompt(dreamId, position));
    },

    async dropRefusedPrompt(dreamId: string, position: number): Promise<void> {
      await orm.delete(dreamPrompts).where(isPrompt(dreamId, position));
    },

    async recordPromptShown(
      dreamId: string,
      position: number,
      frameId: number,
      shownAt: number,
    ): Promise<void> {
      await orm.update(dreamPrompts).set({ frameId, shownAt }).where(isPrompt(dreamId, position));
    },

    async recordControl(change: typeof dreamControls.$inferInsert): Promise<void> {
      if (videoSource(change.value))
        await orm.update(dreams).set({ fromCamera: true }).where(eq(dreams.id, change.dreamId));
      await orm.insert(dreamControls).values(change).onConflictDoNothing();
    },

    async recordControlShown(dreamId: string, position: number, shownFrame: number): Promise<void> {
      await orm
        .update(dreamControls)
        .set({ shownFrame })
        .where(and(eq(dreamControls.dreamId, dreamId), eq(dreamControls.position, position)));
    },

    async recordSound(sound: typeof dreamSounds.$inferInsert): Promise<void> {
      await orm.insert(dreamSounds).values(sound).onConflictDoNothing();
    },

    async saveClientFps(userId: string, id: string, data: FpsData): Promise<boolean> {
      const rows = await orm
        .update(dreams)
        .set({ clientFpsData: data, clientFps: data.overall ?? null })
        .where(
          and(
            eq(dreams.id, id),
            eq(dreams.userId, userId),
            isNull(dreams.hiddenAt),
            isNull(dreams.removedAt),
          ),
        )
        .returning({ id: dreams.id });
      return rows.length === 1;
    },
  };
}
