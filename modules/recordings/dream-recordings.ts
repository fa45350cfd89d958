import { z } from 'zod';
import type { ServerStatus } from '../dreams/contract/schemas.ts';
import type { Dream, DreamRepository } from '../dreams/dreams.ts';
import { defineJob } from '../jobs/contract/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import type { Disk } from '../kit/storage/disk.ts';
import { m } from '../kit/texts/m.ts';
import { USUAL_FPS } from '../protocol/format.ts';
import { type CompileDeps, compileDream } from './compile/compile-dream.ts';
import type { PromptPlace } from './compile/compile-protocol.ts';
import { createDiskLedger } from './disk/disk-ledger.ts';
import type { DiskRates } from './disk/disk-rates.ts';
import type { MadeFileDeps } from './marks/file-marks.ts';
import { signRecording } from './sign/sign-recording.ts';
import { cutTape } from './tape/cut-tape.ts';
import { removeTapes } from './tape/damaged-tapes.ts';
import type { SharedTapes } from './tape/shared-tapes.ts';
import { openTape, type Tape } from './tape/tape.ts';

export const COMPILE_JOB = 'compile';
const SIGN_JOB = 'sign-recording';
/** Retry delay after a database or storage failure. */
const RETRY_AFTER_MS = 2_000;

/** The tape is still needed: the video isn't made yet, or can be tried again. */
const NEEDS_TAPE: ReadonlySet<ServerStatus | null> = new Set(['PROCESSING', 'FAILED']);

interface DreamRecordingsDeps extends MadeFileDeps {
  repository: DreamRepository;
  jobs: Pick<Jobs, 'enqueue' | 'rerun' | 'progressOf'>;
  disk: Disk;
  rates: DiskRates;
  /** maximum length of a dream */
  dreamSeconds: number;
  transact<T>(body: () => Promise<T>): Promise<T>;
  /** null with a single server */
  shared: SharedTapes | null;
  concurrency: number;
  clock: Clock;
  checkStill: CompileDeps['checkStill'];
  /** called once the video is stored */
  compiled(dreamId: string): Promise<void>;
}

/** A dream's files on disk, from reserving their space to the finished video. */
export function createDreamRecordings(deps: DreamRecordingsDeps) {
  const { repository, jobs, disk, tapesDir, clock, log } = deps;
  const ledger = createDiskLedger(disk, deps.rates, clock.monotonic);
  const hasRoom = () => ledger.hasRoom(deps.dreamSeconds);
  const canHold = () => ledger.canHold(deps.dreamSeconds);

  async function requestVideo(dream: Dream): Promise<void> {
    ledger.ended(dream.id);
    if (dream.startedAt !== null && dream.endedAt !== null) {
      ledger.uncompiled(dream.id, (dream.endedAt - dream.startedAt) / 1000);
    }
    if (deps.shared) {
      // If another server took the dream over while this one was frozen, that one compiles what was stored by then.
      if ((await repository.find(dream.id))?.node !== dream.node) return dropHere(dream.id);
      await deps.shared.complete(dream.id);
    }
    await jobs.enqueue({ kind: COMPILE_JOB, key: dream.id, payload: {} });
  }

  async function signLater(dreamId: string, prompts: readonly PromptPlace[]): Promise<void> {
    const { added } = await jobs.enqueue({ kind: SIGN_JOB, key: dreamId, payload: { prompts } });
    // A recording that is compiled a second time already has a job.
    if (!added) await jobs.rerun(SIGN_JOB, dreamId);
  }

  /** Drops the local files of a dream that another server has. */
  async function dropHere(dreamId: string): Promise<void> {
    await removeTapes(tapesDir, dreamId);
    ledger.settled(dreamId);
    await dropSent(dreamId);
  }

  /** Drops the tape of a clip that wasn't stored. */
  async function dropCut(id: string): Promise<void> {
    await deps.shared?.remove(id);
    await removeTapes(tapesDir, id);
  }

  /** Deletes segments that arrived after the other server had made the video. Before that, they are the recording. */
  async function dropSent(dreamId: string): Promise<void> {
    const dream = await repository.find(dreamId);
    const isDone = !dream || (dream.endedAt !== null && !NEEDS_TAPE.has(dream.serverStatus));
    if (isDone) await deps.shared?.remove(dreamId);
  }

  /** Runs in the background, and retries until the database and the storage are back. */
  function dropMoved(dreamId: string): void {
    const tryAgain = (error: unknown) => {
      log.warn('a dream that another server has taken over isn’t dropped yet', { dream: dreamId, error });
      setTimeout(() => dropSent(dreamId).catch(tryAgain), RETRY_AFTER_MS).unref();
    };
    dropHere(dreamId).catch(tryAgain);
  }

  const compile = defineJob({
    kind: COMPILE_JOB,
    payload: z.object({}),
    onlyFailuresCount: true,
    concurrency: deps.concurrency,
    async run(_payload, { job, ...run }) {
      await compileDream({ ...deps, signLater }, job, run);
      ledger.settled(job.key);
      const made = await repository.find(job.key);
      if (made?.videoBytes && made.durationMs)
        deps.rates.note('video', made.videoBytes, made.durationMs / 1000);
    },
    async gaveUp(job) {
      await repository.setServerStatus(job.key, 'FAILED');
      ledger.settled(job.key);
    },
  });

  const sign = defineJob({
    kind: SIGN_JOB,
    payload: z.object({
      prompts: z.array(z.object({ seconds: z.number(), frame: z.number().nullable() })),
    }),
    concurrency: 1,
    run: ({ prompts }, { job, ...run }) => signRecording(deps, job, prompts, run),
  });

  return {
    space: {
      hasRoom,
      promise: ({ id, limitSeconds }: Dream): void => ledger.promise(id, limitSeconds),
    },
    /** True if the disk has space for another dream, now or once the live ones have ended. */
    canHold,
    fault: async (): Promise<string | null> => ((await canHold()) ? null : m.recordings_disk_full()),
    /** Shown to people who wait for disk space rather than a worker. */
    waitNote: (): string | null => (hasRoom() ? null : m.recordings_disk_full_note()),
    hasRoomFor: ledger.hasRoomFor,
    compile,
    sign,
    /** Requests the video of an ended dream. Idempotent. */
    requestVideo,
    /** The dream is over and stored, whether or not it was seen. */
    ended: ledger.ended,

    openTape(dream: Dream, startedAt: number, report: (recording: boolean) => void): Tape {
      const meta = { sessionId: dream.id, startedAt, fps: USUAL_FPS };
      const tape = openTape(tapesDir, meta, {
        budget: { bytesPerSecond: deps.rates.tape, mayExceed: ledger.hasSpare },
        onTrouble(error) {
          if (error) log.error('recording is paused; the stream continues', { dream: dream.id, error });
          else log.info('recording has resumed', { dream: dream.id });
          report(error === null);
        },
        hasRoom: async () => disk.room > 0,
      });
      ledger.recording(dream.id, tape);
      return deps.shared?.follow(tape) ?? tape;
    },

    /**
     * Copies a part of a live dream's tape to a tape of its own, for a clip. Once the clip is stored, `requestVideo`
     * makes its video. Other servers have the tape before that, so that a stored clip outlives this one.
     * @returns the times of its first and last frame; null if that part has no frames
     * @throws AppError 503 on a full disk
     */
    async cut(tape: Tape, { id, from, to }: { id: string; from: number; to: number }) {
      const seconds = tape.span ? (tape.span.to - tape.span.from) / 1000 : 0;
      const share = Math.min(1, (to - from) / 1000 / Math.max(1, seconds));
      // The part with most movement may need twice its share, and the video comes on top.
      if (!(await ledger.hasRoomFor(2 * share * tape.bytes + deps.rates.video * ((to - from) / 1000))))
        throw new AppError(503, 'disk-full', m.kit_error_disk_full(), { retryAfter: 60 });
      const cut = await cutTape(tapesDir, tape, { id, from, to, fps: USUAL_FPS });
      if (!cut || !deps.shared) return cut;
      try {
        await deps.shared.complete(id);
      } catch (error) {
        // If the storage doesn't answer, a restart drops the rest.
        await dropCut(id).catch(() => {});
        throw error;
      }
      return cut;
    },
    dropCut,

    /** Compile progress 0–1 by dream id; omits videos that are still queued. */
    compileProgress: (dreamIds: readonly string[]) => jobs.progressOf(COMPILE_JOB, dreamIds),

    /** Compiles a failed recording again; false if it hasn't failed. */
    async compileAgain(dream: Dream): Promise<boolean> {
      const again = await deps.transact(async () => {
        const changed = await repository.changeServerStatus(dream.id, 'FAILED', 'PROCESSING');
        if (changed) await jobs.rerun(COMPILE_JOB, dream.id);
        return changed;
      });
      if (again) await requestVideo(dream);
      return again;
    },

    recovery: { requestVideo, dropCut, ...(deps.shared && { bringTape: deps.shared.bring }) },

    dropMoved,

    async drop(dreamId: string): Promise<void> {
      await removeTapes(tapesDir, dreamId);
      await deps.shared?.remove(dreamId);
      ledger.settled(dreamId);
    },
  };
}
