import { join } from 'node:path';
import type { Log } from '../../src/log.ts';
import type { Storage } from '../../src/storage.ts';
import type { Lifecycle } from '../dreams/lifecycle.ts';
import { compileTape } from './compile.ts';
import { removeTape, tapeFolder } from './tape-folder.ts';

export interface CompileDeps {
  lifecycle: Lifecycle;
  storage: Storage;
  tapesDir: string;
  log: Log;
}

/**
 * Turns the tape of an ended dream into its video and pictures, and lets go of the tape once they are stored.
 * Running it twice does no harm.
 */
export async function compileDream(
  deps: CompileDeps,
  dreamId: string,
  run: { signal: AbortSignal; progress(value: number): void },
): Promise<void> {
  const { lifecycle, storage } = deps;
  const dream = await lifecycle.find(dreamId);
  const tapeDir = tapeFolder(deps.tapesDir, dreamId);
  if (dream?.serverStatus !== 'PROCESSING') {
    // A process that died between storing the video and letting go of the tape left the tape to this run.
    if (dream?.serverStatus === 'READY' || dream?.serverStatus === 'EMPTY') await removeTape(tapeDir);
    return;
  }
  const outDir = join(tapeDir, 'out');
  const made = await compileTape({ tapeDir, outDir, signal: run.signal, onProgress: run.progress });
  if (made.kind === 'empty') {
    await lifecycle.setServerStatus(dreamId, 'EMPTY');
    await removeTape(tapeDir);
    return;
  }
  const key = (name: string) => `dreams/${dreamId}/${name}`;
  const store = (name: string, contentType: string) =>
    storage.put(key(name), { path: join(outDir, name), move: true }, contentType);
  await store(made.thumbnail, 'image/jpeg');
  await store(made.poster, 'image/jpeg');
  await store(made.preview, 'video/mp4');
  await store(made.filmstrip, 'image/jpeg');
  await store(made.video, 'video/mp4');
  await lifecycle.saveRecording(dreamId, {
    videoKey: key(made.video),
    thumbnailKey: key(made.thumbnail),
    posterKey: key(made.poster),
    previewKey: key(made.preview),
    filmstripKey: key(made.filmstrip),
    videoBytes: made.bytes,
    durationMs: made.durationMs,
  });
  await removeTape(tapeDir);
  deps.log.info('dream compiled', { dream: dreamId, seconds: made.durationMs / 1000, bytes: made.bytes });
}
