import { endedStatus, endTextOf } from '../../dreams/contract/dream-end.ts';
import { createFpsBins } from '../../dreams/contract/fps-bins.ts';
import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { dropUnfinishedCuts } from '../tape/cut-tape.ts';
import { scanTape } from '../tape/read-tape.ts';
import { listTapes, tapeFolder } from '../tape/tape-folder.ts';
import { replayJournals } from './replay-journals.ts';

export interface RecoverDeps {
  repository: DreamRepository;
  clock: Clock;
  log: Log;
  node: string;
  tapesDir: string;
  /** requests the video of an ended dream; idempotent */
  requestVideo(dream: Dream): Promise<void>;
  /** several servers share one queue, so waiting dreams stay in it */
  sharesQueue?: boolean;
  /** drops the tape of a clip, here and for other servers */
  dropCut(id: string): Promise<void>;
  /** downloads a tape that another server recorded */
  bringTape?(dreamId: string): Promise<void>;
}

/**
 * Finishes the dreams that a killed process left behind, after replaying their rooms' pending writes. A dream that was
 * seen becomes a recording, from the first to the last frame on tape; any other has failed.
 */
export async function recoverDreams(deps: RecoverDeps): Promise<void> {
  await replayJournals(deps);
  await dropCuts(deps);
  for (const dream of await deps.repository.listUnfinished(deps.node)) {
    const waits = dream.jobStatus === 'PENDING' && dream.claimedAt === null;
    if (!(waits && deps.sharesQueue)) await finishLeftOver(deps, dream);
  }
  for (const dream of await deps.repository.listProcessing(deps.node)) await deps.requestVideo(dream);
}

/** Drops what a kill left of clips before they were stored. Their callers have had no answer. */
async function dropCuts({ tapesDir, repository, dropCut }: RecoverDeps): Promise<void> {
  await dropUnfinishedCuts(tapesDir);
  for (const { sessionId, meta } of await listTapes(tapesDir)) {
    if (meta?.clipOf && !(await repository.find(sessionId))) await dropCut(sessionId);
  }
}

/** As above, for a lost server's dream; the storage has all but its last seconds. */
export async function recoverTakenOver(deps: RecoverDeps, dream: Dream): Promise<void> {
  if (dream.endedAt === null) {
    await deps.bringTape?.(dream.id);
    await finishLeftOver(deps, dream);
  }
  const ended = await deps.repository.find(dream.id);
  if (ended?.serverStatus === 'PROCESSING') await deps.requestVideo(ended);
}

async function finishLeftOver(deps: RecoverDeps, dream: Dream): Promise<void> {
  // An unreadable tape must not keep the server, and everyone else's dreams, from starting.
  const { frames } = await scanTape(tapeFolder(deps.tapesDir, dream.id)).catch((error: unknown) => {
    deps.log.error('a tape couldn’t be read', { dream: dream.id, error });
    return { frames: [] };
  });
  const first = frames[0]?.at ?? dream.startedAt;
  const last = frames.at(-1)?.at ?? dream.startedAt;
  const bins = createFpsBins();
  for (const { at } of frames) bins.count(at - (first ?? at));
  const lived = first !== null && last !== null ? last - first : 0;
  // The process may have died after the first frame was sent and before the start was stored.
  const seen = dream.startedAt !== null || frames.length > 0;
  if (seen && dream.startedAt === null && first !== null) {
    await deps.repository.markRunning(dream.id, {
      startedAt: first,
      workerId: 'unknown',
      generator: 'unknown',
      generatorVersion: 'unknown',
    });
  }
  const status = endedStatus('shutdown', seen);
  await deps.repository.finish(dream.id, {
    jobStatus: status,
    serverStatus: seen ? 'PROCESSING' : null,
    endText: endTextOf('shutdown', { status, isCounted: false }),
    endReason: 'shutdown',
    endedAt: last ?? deps.clock.now(),
    uncharge: true,
    gpuSeconds: seen ? lived / 1000 : null,
    frames: frames.length,
    fpsData: seen ? bins.data(lived) : null,
    pcieData: null,
  });
  deps.log.warn('a dream was cut off when the server stopped', {
    dream: dream.id,
    seconds: lived / 1000,
    frames: frames.length,
  });
}
