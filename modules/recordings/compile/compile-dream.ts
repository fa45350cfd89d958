import { join } from 'node:path';
import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import { type Job, type JobContext, RetryLater } from '../../jobs/contract/define-job.ts';
import type { Clock } from '../../kit/clock.ts';
import { contentTypeOf } from '../../kit/http/content-type.ts';
import type { Disk } from '../../kit/storage/disk.ts';
import { loggedDream } from '../content-log/content-log-store.ts';
import { fileMarks, type MadeFileDeps } from '../marks/file-marks.ts';
import { keepDamagedTape } from '../tape/damaged-tapes.ts';
import type { SharedTapes } from '../tape/shared-tapes.ts';
import { removeTape, tapeFolder } from '../tape/tape-folder.ts';
import { compileTape, TapeFault } from './compile.ts';
import type { CompiledVideo, MadeFile, PromptPlace } from './compile-protocol.ts';

/** Maximum time to retry after faults other than the tape's: disk space, memory, the database, the storage. */
const PATIENCE_MS = 7 * 24 * 3600_000;
/** Retries after a quarter of the time waited so far, within these bounds. */
const SHORTEST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;
/** Upload order, the video last. */
const STORED_KINDS = ['thumbnail', 'poster', 'preview', 'filmstrip', 'video'] as const;

export interface CompileDeps extends MadeFileDeps {
  repository: Pick<DreamRepository, 'find' | 'setServerStatus' | 'saveRecording'> &
    MadeFileDeps['repository'];
  /** queues the dream's files for signing later */
  signLater(dreamId: string, prompts: readonly PromptPlace[]): Promise<void>;
  shared?: Pick<SharedTapes, 'bring' | 'remove'> | null;
  disk: Pick<Disk, 'full'>;
  clock: Pick<Clock, 'now'>;
  /** moderates the preview image of the dream's link before it is stored */
  checkStill(dream: Pick<Dream, 'id' | 'userId'>, path: string): Promise<void>;
  /** called once the video is stored */
  compiled(dreamId: string): Promise<void>;
}

/**
 * Turns an ended dream's tape into its video and stills, stores them and deletes the tape. Idempotent.
 * @throws TapeFault if the tape is at fault; RetryLater for other causes, for up to a week
 */
export async function compileDream(
  deps: CompileDeps,
  job: Pick<Job, 'key' | 'createdAt'>,
  run: JobContext,
): Promise<void> {
  try {
    await makeRecording(deps, job.key, run);
  } catch (error) {
    // The tape was deleted with its dream.
    if ((await deps.repository.find(job.key).catch(() => undefined)) === null) return;
    const waited = Math.max(0, deps.clock.now() - job.createdAt);
    if (error instanceof TapeFault || run.signal.aborted || waited > PATIENCE_MS) throw error;
    throw new RetryLater(Math.min(Math.max(waited / 4, SHORTEST_WAIT_MS), LONGEST_WAIT_MS), error);
  }
}

async function makeRecording(deps: CompileDeps, dreamId: string, run: JobContext): Promise<void> {
  const { repository } = deps;
  const dream = await repository.find(dreamId);
  const tapeDir = tapeFolder(deps.tapesDir, dreamId);
  if (dream?.serverStatus !== 'PROCESSING') {
    // The process died after storing the video and before deleting the tape.
    if (dream?.serverStatus === 'READY' || dream?.serverStatus === 'EMPTY') {
      await removeTape(tapeDir);
      await deps.shared?.remove(dreamId);
    }
    return;
  }
  // It may use the space below the floor, because deleting the tape frees more than the video takes.
  if (deps.disk.full) throw new Error('the disk has no space for the video');
  // Don't compile while the storage is unavailable.
  await deps.storage.check();
  await deps.shared?.bring(dreamId);
  const outDir = join(tapeDir, 'out');
  const { marks, unsigned } = await fileMarks(deps, dream);
  const made = await compileTape({ tapeDir, outDir, marks, signal: run.signal, onProgress: run.progress });
  if (made.kind === 'compiled') {
    if (made.otherMark)
      deps.log.warn('frames have the built-in watermark instead of TrustMark’s', {
        dream: dreamId,
        why: made.otherMark,
      });
    const why = unsigned ?? made.unsigned;
    if (why) {
      deps.log.warn('files not signed yet', { dream: dreamId, why });
      await deps.signLater(dreamId, made.prompts);
    }
    if (made.unstamped) deps.log.warn('files without a time stamp', { dream: dreamId, why: made.unstamped });
    await deps.checkStill(dream, join(outDir, made.poster));
    await store(deps, dream, outDir, made);
    await deps.compiled(dreamId);
    await release(deps, dreamId, made);
  } else if (made.damaged > 0) {
    throw new TapeFault(`no frame could be recovered from ${made.damaged} bytes of a damaged tape`);
  } else {
    await repository.setServerStatus(dreamId, 'EMPTY');
    await removeTape(tapeDir);
  }
  await deps.shared?.remove(dreamId);
}

async function store(deps: CompileDeps, dream: Dream, outDir: string, made: CompiledVideo): Promise<void> {
  const key = (name: string) => `dreams/${dream.id}/${name}`;
  for (const kind of STORED_KINDS) {
    const file = made.files.find((one) => one.kind === kind);
    if (!file) throw new Error(`the ${kind} is missing`);
    await storeWhole(deps.storage, key(made[kind]), join(outDir, made[kind]), file);
  }
  // Log the files before they can be downloaded, so that every copy can be recognised.
  await deps.contentLog.addFiles(loggedDream(dream), made.files);
  await deps.repository.saveRecording(dream.id, {
    videoKey: key(made.video),
    thumbnailKey: key(made.thumbnail),
    posterKey: key(made.poster),
    previewKey: key(made.preview),
    filmstripKey: key(made.filmstrip),
    videoBytes: made.bytes,
    durationMs: made.durationMs,
  });
}

/** Stores a file and verifies its length, because the tape is deleted next. */
async function storeWhole(
  storage: CompileDeps['storage'],
  key: string,
  path: string,
  { sha256, bytes }: MadeFile,
) {
  await storage.put(key, { path, move: true }, contentTypeOf(key), { sha256 });
  const stored = await storage.stat(key);
  if (stored?.size !== bytes)
    throw new Error(`${key} arrived incomplete: ${stored?.size ?? 0} of ${bytes} bytes`);
}

async function release({ tapesDir, log }: CompileDeps, dreamId: string, made: CompiledVideo): Promise<void> {
  const { damaged, brokenFrames, bytes } = made;
  if (damaged > 0) {
    const kept = await keepDamagedTape(tapesDir, dreamId);
    log.warn('a tape was damaged; its video has whatever could be read', { dream: dreamId, damaged, kept });
  } else {
    await removeTape(tapeFolder(tapesDir, dreamId));
  }
  log.info('dream compiled', { dream: dreamId, seconds: made.durationMs / 1000, bytes, brokenFrames });
}
