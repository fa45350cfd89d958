import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/dialect.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { newId, newSeed } from '../../src/kit/ids.ts';
import type { JobStatus } from '../stream/schemas.ts';
import type { ServerStatus } from './schemas.ts';
import { fold } from './shared/name-key.ts';
import { dreamPrompts, dreams, type FpsData, spentStreams } from './tables.ts';
import { countCarriedTrials } from './trial-trace.ts';

export type Dream = typeof dreams.$inferSelect;
export type Lifecycle = ReturnType<typeof createLifecycle>;

const HOUR_MS = 3600_000;
const FAILURE_IS_NEWS_MS = 60_000;

export type Admission =
  | { kind: 'active'; dream: Dream }
  | { kind: 'admitted'; dream: Dream }
  | { kind: 'over-quota' }
  | { kind: 'too-many-starts' };

/** How a dream ended, with what was measured while it lived. */
export interface DreamEnd {
  jobStatus: Exclude<JobStatus, 'PENDING' | 'RUNNING'>;
  serverStatus: ServerStatus | null;
  endText: string | null;
  endedAt: number;
  /** it counted, but what ended it was our fault */
  uncharge: boolean;
  gpuSeconds: number | null;
  frames: number;
  fpsData: FpsData | null;
  pcieData: { h2d: number; d2h: number } | null;
}

export interface Recording {
  videoKey: string;
  thumbnailKey: string;
  posterKey: string | null;
  previewKey: string | null;
  filmstripKey: string | null;
  videoBytes: number;
  durationMs: number;
}

/** The life of a dream in the database, from its request to its recording. */
export function createLifecycle(db: Database, clock: Clock) {
  const { orm } = db;
  const active = inArray(dreams.jobStatus, ['PENDING', 'RUNNING']);

  async function findActive(userId: string): Promise<Dream | null> {
    const [row] = await orm
      .select()
      .from(dreams)
      .where(and(eq(dreams.userId, userId), active));
    return row ?? null;
  }

  /** Dreams that count since a moment; since ever, those of an earlier account of the person count as well. */
  async function countCharged(userId: string, since: number): Promise<number> {
    const n = sql<number>`count(*)`.mapWith(Number);
    const [kept] = await orm
      .select({ n })
      .from(dreams)
      .where(and(eq(dreams.userId, userId), gte(dreams.chargedAt, since)));
    const [purged] = await orm
      .select({ n })
      .from(spentStreams)
      .where(and(eq(spentStreams.userId, userId), gte(spentStreams.chargedAt, since)));
    const carried = since === 0 ? await countCarriedTrials(db, userId) : 0;
    return (kept?.n ?? 0) + (purged?.n ?? 0) + carried;
  }

  async function admit(request: {
    userId: string;
    limitSeconds: number;
    quota: { since: number; limit: number } | null;
    /** starts of the last hour that were never charged */
    mostUnchargedStarts: number | null;
    node: string;
  }): Promise<Admission> {
    const { userId, quota } = request;
    try {
      return await db.transact<Admission>(async () => {
        const running = await findActive(userId);
        if (running) return { kind: 'active', dream: running };
        if (quota && (await countCharged(userId, quota.since)) >= quota.limit) return { kind: 'over-quota' };
        const now = clock.now();
        if (request.mostUnchargedStarts !== null) {
          const [starts] = await orm
            .select({ n: sql<number>`count(*)`.mapWith(Number) })
            .from(dreams)
            .where(
              and(
                eq(dreams.userId, userId),
                gte(dreams.requestedAt, now - HOUR_MS),
                isNull(dreams.chargedAt),
              ),
            );
          if ((starts?.n ?? 0) >= request.mostUnchargedStarts) return { kind: 'too-many-starts' };
        }
        const id = newId();
        const [dream] = await orm
          .insert(dreams)
          .values({
            id,
            userId,
            rpJobId: `local-${newId()}`,
            jobStatus: 'PENDING',
            requestedAt: now,
            limitSeconds: request.limitSeconds,
            seed: newSeed(),
            node: request.node,
          })
          .returning();
        if (!dream) throw new Error('the database returned no row for a new dream');
        return { kind: 'admitted', dream };
      });
    } catch (error) {
      // Two nodes may admit at once on Postgres; the index lets one through and the other joins it.
      const winner = isUniqueViolation(error) ? await findActive(userId) : null;
      if (!winner) throw error;
      return { kind: 'active', dream: winner };
    }
  }

  return {
    admit,
    findActive,
    countCharged,

    async find(id: string): Promise<Dream | null> {
      const [row] = await orm.select().from(dreams).where(eq(dreams.id, id));
      return row ?? null;
    },

    /** The newest failure that no answer has carried yet, marked as told. */
    async takeUntoldFailure(userId: string): Promise<Dream | null> {
      const [row] = await orm
        .select()
        .from(dreams)
        .where(
          and(
            eq(dreams.userId, userId),
            inArray(dreams.jobStatus, ['FAILED', 'TIMEOUT NO CONNECTION']),
            isNull(dreams.failureToldAt),
            gte(dreams.endedAt, clock.now() - FAILURE_IS_NEWS_MS),
          ),
        )
        .orderBy(desc(dreams.endedAt))
        .limit(1);
      if (!row) return null;
      return (await this.markFailureTold(row.id)) ? row : null;
    },

    /** Of two answers that would carry the same failure, one does. */
    async markFailureTold(id: string): Promise<boolean> {
      const rows = await orm
        .update(dreams)
        .set({ failureToldAt: clock.now() })
        .where(and(eq(dreams.id, id), isNull(dreams.failureToldAt)))
        .returning({ id: dreams.id });
      return rows.length === 1;
    },

    async markRunning(
      id: string,
      start: { startedAt: number; workerId: string; generator: string; generatorVersion: string },
    ): Promise<void> {
      await orm
        .update(dreams)
        .set({ jobStatus: 'RUNNING', ...start, chargedAt: start.startedAt })
        .where(and(eq(dreams.id, id), eq(dreams.jobStatus, 'PENDING')));
    },

    /** Ends a dream once; a second end changes nothing and answers false. */
    async finish(id: string, { uncharge, ...end }: DreamEnd): Promise<boolean> {
      const overall = end.fpsData?.overall;
      const rows = await orm
        .update(dreams)
        .set({
          ...end,
          ...(uncharge ? { chargedAt: null } : {}),
          ...(overall === undefined ? {} : { serverFps: overall }),
        })
        .where(and(eq(dreams.id, id), active))
        .returning({ id: dreams.id });
      return rows.length === 1;
    },

    async recordPrompt(prompt: {
      dreamId: string;
      position: number;
      clientId: string;
      text: string;
      sentAt: number;
    }): Promise<void> {
      await orm
        .insert(dreamPrompts)
        .values({ ...prompt, folded: fold(prompt.text) })
        .onConflictDoNothing();
    },

    async recordPromptShown(
      dreamId: string,
      position: number,
      frameId: number,
      shownAt: number,
    ): Promise<void> {
      await orm
        .update(dreamPrompts)
        .set({ frameId, shownAt })
        .where(and(eq(dreamPrompts.dreamId, dreamId), eq(dreamPrompts.position, position)));
    },

    /** The prompts of a dream in the order in which they came. */
    listPrompts(dreamId: string) {
      return orm
        .select()
        .from(dreamPrompts)
        .where(eq(dreamPrompts.dreamId, dreamId))
        .orderBy(dreamPrompts.position);
    },

    async saveClientFps(userId: string, id: string, data: FpsData): Promise<boolean> {
      const rows = await orm
        .update(dreams)
        .set({ clientFpsData: data, clientFps: data.overall ?? null })
        .where(and(eq(dreams.id, id), eq(dreams.userId, userId), isNull(dreams.hiddenAt)))
        .returning({ id: dreams.id });
      return rows.length === 1;
    },

    /** Where the person's voice in this dream is kept, and how much of it. */
    async saveVoice(id: string, voiceKey: string, voiceBytes: number): Promise<void> {
      await orm.update(dreams).set({ voiceKey, voiceAt: clock.now(), voiceBytes }).where(eq(dreams.id, id));
    },

    /** Bytes of a person's voice that are kept, but for those of one dream. */
    async countVoiceBytes(userId: string, exceptDream: string): Promise<number> {
      const [row] = await orm
        .select({ bytes: sql<number>`coalesce(sum(${dreams.voiceBytes}), 0)`.mapWith(Number) })
        .from(dreams)
        .where(and(eq(dreams.userId, userId), ne(dreams.id, exceptDream)));
      return row?.bytes ?? 0;
    },

    async saveRecording(id: string, recording: Recording): Promise<void> {
      await orm
        .update(dreams)
        .set({ ...recording, serverStatus: 'READY' })
        .where(eq(dreams.id, id));
    },

    async setServerStatus(id: string, serverStatus: ServerStatus): Promise<void> {
      await orm.update(dreams).set({ serverStatus }).where(eq(dreams.id, id));
    },

    /** Whether it was in the first state, and is in the second now. */
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
        .where(and(eq(dreams.node, node), active));
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
