import { z } from 'zod';
import type { Clock } from '../../../src/kit/clock.ts';
import type { Disk } from '../../../src/kit/disk.ts';
import type { Log } from '../../../src/kit/log.ts';
import type { Storage } from '../../../src/kit/storage.ts';
import type { Dream, Lifecycle } from '../../dreams/dreams.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { compileDream } from './compile-dream.ts';
import { removeTapes } from './damaged-tapes.ts';
import { createDiskLedger, TAPE_BYTES_PER_SECOND } from './disk-ledger.ts';
import { openTape, type Tape } from './tape.ts';

export const COMPILE_JOB = 'compile';

interface RecordingsDeps {
  lifecycle: Lifecycle;
  storage: Storage;
  jobs: Pick<Jobs, 'enqueue' | 'again'>;
  disk: Disk;
  /** runs a body in one transaction */
  transact<T>(body: () => Promise<T>): Promise<T>;
  tapesDir: string;
  /** videos compiled at once */
  atOnce: number;
  clock: Clock;
  log: Log;
}

/** What dreams leave on the disk, from the promise of room for one to its video. */
export function createRecordings(deps: RecordingsDeps) {
  const { lifecycle, jobs, disk, tapesDir, clock, log } = deps;
  const ledger = createDiskLedger(disk, clock.monotonic);

  async function askForVideo(dream: Dream): Promise<void> {
    ledger.ended(dream.id);
    if (dream.startedAt !== null && dream.endedAt !== null) {
      ledger.uncompiled(dream.id, (dream.endedAt - dream.startedAt) / 1000);
    }
    await jobs.enqueue({ kind: COMPILE_JOB, key: dream.id, payload: {} });
  }

  const compile = defineJob({
    kind: COMPILE_JOB,
    payload: z.object({}),
    onlyFailuresCount: true,
    atOnce: deps.atOnce,
    async run(_payload, { job, ...run }) {
      await compileDream(deps, job, run);
      ledger.settled(job.key);
    },
    async gaveUp(job) {
      await lifecycle.setServerStatus(job.key, 'FAILED');
      ledger.settled(job.key);
    },
  });

  return {
    reserve: ledger.reserve,
    hasRoomFor: ledger.hasRoomFor,
    compile,
    /** Asks for the video of an ended dream; asking twice is asking once. */
    askForVideo,
    /** The dream is over and stored, whether it was seen or not. */
    ended: ledger.ended,

    openTape(dream: Dream, startedAt: number, tell: (recording: boolean) => void): Tape {
      const meta = { sessionId: dream.id, startedAt, fps: 16 };
      const tape = openTape(tapesDir, meta, {
        budget: { bytesPerSecond: TAPE_BYTES_PER_SECOND, mayExceed: ledger.hasSpare },
        onTrouble(error) {
          if (error) log.error('nothing is recorded; the picture goes on', { dream: dream.id, error });
          else log.info('the recording goes on', { dream: dream.id });
          tell(error === null);
        },
        hasRoom: async () => disk.room > 0,
      });
      ledger.recording(dream.id, tape);
      return tape;
    },

    /** Has a recording that was given up made once more; false when it is no such recording. */
    async compileAgain(dream: Dream): Promise<boolean> {
      const again = await deps.transact(async () => {
        const changed = await lifecycle.changeServerStatus(dream.id, 'FAILED', 'PROCESSING');
        if (changed) await jobs.again(COMPILE_JOB, dream.id);
        return changed;
      });
      if (again) await askForVideo(dream);
      return again;
    },

    /** Deletes what is left of a dream's pictures. */
    async forget(dreamId: string): Promise<void> {
      await removeTapes(tapesDir, dreamId);
      ledger.settled(dreamId);
    },
  };
}
