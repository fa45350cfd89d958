import { z } from 'zod';
import { type DefinedJob, defineJob, RetryLater } from '../../jobs/contract/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../kit/clock.ts';
import { utcText } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { EvidenceFacts } from '../contract/report-reasons.ts';
import type { DreamRepository } from '../repository.ts';
import type { DreamsStore } from '../store.ts';

const KEPT_MS = 365 * 24 * 3600_000;
/** Until a dream is looked at again that was live, or whose video is being made. */
const UNFINISHED_MS = 60_000;
const FILES_JOB = 'keep-evidence';
const filesPayload = z.object({ dreamId: z.string() });

const folderOf = (dreamId: string) => `evidence/${dreamId}/`;

export type Evidence = ReturnType<typeof createEvidence>;

interface EvidenceDeps {
  store: DreamsStore;
  repository: Pick<DreamRepository, 'find' | 'listPrompts'>;
  storage: Storage;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
  log: Log;
  findUser(id: string): Promise<{ id: string; name: string; email: string } | null>;
}

/**
 * Dreams that authorities may ask for, kept for a year out of reach of their owner and the public: prompts, reports and
 * files.
 */
export function createEvidence({ store, repository, storage, jobs, clock, log, findUser }: EvidenceDeps) {
  const promptsOf = async (dreamId: string) =>
    (await repository.listPrompts(dreamId)).map(({ sentAt, text }) => ({ at: utcText(sentAt), text }));

  /**
   * Copies a dream's files, and the prompts of a dream that was live when it was decided. Safe to repeat; earlier copies
   * of what no longer exists are kept.
   */
  async function keepFiles(dreamId: string): Promise<void> {
    const kept = await store.findEvidence(dreamId);
    const prompts = await promptsOf(dreamId);
    if (kept && prompts.length > kept.facts.prompts.length)
      await store.changeEvidence(dreamId, { facts: { ...kept.facts, prompts } });
    const from = `dreams/${dreamId}/`;
    for (const key of await storage.list(from)) {
      const file = await storage.open(key);
      const type = key.endsWith('.mp4') ? 'video/mp4' : 'application/octet-stream';
      if (file) await storage.put(folderOf(dreamId) + key.slice(from.length), file.stream, type);
    }
    await store.changeEvidence(dreamId, { filesAt: clock.now() });
  }

  return {
    /** Saves prompts and reports within the caller's transaction; a job copies the files later. */
    async collect(
      dreamId: string,
      decision: EvidenceFacts['decision'],
      reports: Awaited<ReturnType<DreamsStore['listOpen']>>,
    ): Promise<void> {
      const dream = await repository.find(dreamId);
      if (!dream) return;
      const owner = await findUser(dream.userId);
      await store.addEvidence(dreamId, clock.now() + KEPT_MS, {
        name: dream.name,
        owner: owner && { id: owner.id, name: owner.name, email: owner.email },
        startedAt: utcText(dream.startedAt),
        decision,
        prompts: await promptsOf(dreamId),
        reports: reports.map(({ createdAt, reason, message, contact }) => ({
          at: utcText(createdAt),
          ...{ reason, message, contact },
        })),
      });
      await jobs.enqueue({ kind: FILES_JOB, key: dreamId, payload: { dreamId } });
    },

    /** Run before a dream's files are purged, to make sure that the evidence has copies. */
    async secure(dreamId: string): Promise<void> {
      const kept = await store.findEvidence(dreamId);
      if (kept && kept.filesAt === null) await keepFiles(dreamId);
    },

    job: defineJob({
      kind: FILES_JOB,
      payload: filesPayload,
      maxAttempts: 500,
      async run({ dreamId }) {
        const dream = await repository.find(dreamId);
        if (dream && (isActive(dream.jobStatus) || dream.serverStatus === 'PROCESSING'))
          throw new RetryLater(UNFINISHED_MS, new Error('the dream or its video is unfinished'));
        await keepFiles(dreamId);
      },
    }) satisfies DefinedJob,

    list: store.listEvidence,

    /** The evidence for one dream, with the names of its files; null if it doesn't exist. */
    async read(dreamId: string) {
      const kept = await store.findEvidence(dreamId);
      if (!kept) return null;
      const names = (await storage.list(folderOf(dreamId))).map((key) => key.slice(folderOf(dreamId).length));
      return { ...kept, files: names };
    },

    /** @returns null if the file doesn't exist */
    openFile: (dreamId: string, name: string) => storage.open(folderOf(dreamId) + name),

    async eraseOld(signal: AbortSignal): Promise<void> {
      for (const { id } of await store.listEvidence()) {
        signal.throwIfAborted();
        const kept = await store.findEvidence(id);
        if (!kept || kept.keptUntil > clock.now()) continue;
        for (const key of await storage.list(folderOf(id))) await storage.delete(key);
        await store.dropEvidence(id);
        log.info('evidence erased', { dream: id });
      }
    },
  };
}
