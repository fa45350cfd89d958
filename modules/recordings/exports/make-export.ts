import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import type { JobContext } from '../../jobs/contract/define-job.ts';
import type { Disk } from '../../kit/storage/disk.ts';
import { isDiskFull } from '../../kit/storage/disk-full.ts';
import { loggedDream } from '../content-log/content-log-store.ts';
import { EXPORT_KINDS } from '../contract/export-kinds.ts';
import { fileMarks, type MadeFileDeps } from '../marks/file-marks.ts';
import type { Cue } from './child/export-order.ts';
import type { ExportRow, ExportsStore } from './exports-store.ts';
import { FailedExport, runExport } from './run-export.ts';

export const EXPORT_JOB = 'export';
/** Next to the tapes, on the same disk. No dream can have this name. */
const FOLDER = '.exports';
/** Interval between looks at whether the export is still wanted. */
const WANTED_INTERVAL_MS = 1_000;

export interface MakeExportDeps extends MadeFileDeps {
  store: Pick<ExportsStore, 'find' | 'finish' | 'fail' | 'remove' | 'listSurplus'>;
  repository: Pick<DreamRepository, 'find'> & MadeFileDeps['repository'];
  /** captions of the dream's film */
  cuesOf(dreamId: string): Promise<{ from: number; to: number; text: string }[]>;
  /** fonts that the operator adds for captions */
  fontsDir: string;
  disk: Pick<Disk, 'full' | 'room'>;
}

export const exportKey = ({ dreamId, id, format }: Pick<ExportRow, 'dreamId' | 'id' | 'format'>): string =>
  `dreams/${dreamId}/export-${id}.${EXPORT_KINDS[format].ending}`;

/** Deletes an export; its job notices. */
export async function dropExport(
  { store, storage }: Pick<MakeExportDeps, 'storage'> & { store: Pick<ExportsStore, 'remove'> },
  row: ExportRow,
): Promise<void> {
  await storage.delete(exportKey(row));
  await store.remove(row.id);
  // Its job may have stored the file in between. A job that stores it now deletes it again, because the row is gone.
  await storage.delete(exportKey(row));
}

/**
 * Makes an export and stores it. Idempotent; stops if the export or its dream was deleted. Faults are stored with the
 * export. @throws anything else, to be retried
 */
export async function makeExport(
  deps: MakeExportDeps,
  key: Pick<ExportRow, 'dreamId' | 'id' | 'format'>,
  run: JobContext,
): Promise<void> {
  const { store, storage, repository, log } = deps;
  const row = await store.find(key.id);
  const dream = await repository.find(key.dreamId);
  // A killed process may have stored the file of an export that is no longer wanted.
  if (!row || !dream || dream.removedAt !== null) {
    await store.remove(key.id);
    return storage.delete(exportKey(key));
  }
  if (row.state !== 'waiting') return;
  const folder = join(deps.tapesDir, FOLDER);
  const workDir = join(folder, row.id);
  const unwanted = new AbortController();
  const look = setInterval(async () => {
    const found = await store.find(row.id).catch(() => row);
    if (!found) unwanted.abort(new Error('the export is no longer wanted'));
  }, WANTED_INTERVAL_MS);
  try {
    // Also what killed processes left behind: a server makes one export at a time.
    await rm(folder, { recursive: true, force: true });
    await mkdir(workDir, { recursive: true });
    const signal = AbortSignal.any([run.signal, unwanted.signal]);
    await makeAndStore(deps, { row, dream, workDir }, { signal, progress: run.progress });
    for (const old of await store.listSurplus(dream.userId, row.id)) await dropExport(deps, old);
  } catch (error) {
    if (unwanted.signal.aborted) return storage.delete(exportKey(row));
    const failure = isDiskFull(error) ? new FailedExport('disk', (error as Error).message) : error;
    if (!(failure instanceof FailedExport)) throw error;
    log.warn('an export failed', { dream: dream.id, format: row.format, error });
    await store.fail(row.id, failure.fault, failure.detail);
  } finally {
    clearInterval(look);
    await rm(workDir, { recursive: true, force: true });
  }
}

async function makeAndStore(
  deps: MakeExportDeps,
  { row, dream, workDir }: { row: ExportRow; dream: Dream; workDir: string },
  run: JobContext,
): Promise<void> {
  const { storage, store, log } = deps;
  if (deps.disk.full || deps.disk.room <= 0) throw new FailedExport('disk', 'the disk is full');
  const { type, ending } = EXPORT_KINDS[row.format];
  const film = await bringFilm(storage, dream, workDir);
  const { marks, unsigned } = await fileMarks(deps, dream);
  const path = join(workDir, `export.${ending}`);
  const { fromMs, lengthMs, format } = row;
  const cues = row.captions ? inMs(await deps.cuesOf(dream.id)) : [];
  const made = await runExport(
    { film, path, format, fromMs, lengthMs, cues, marks },
    { fonts: deps.fontsDir, signal: run.signal, onProgress: run.progress },
  );
  const why = unsigned ?? made.unsigned;
  if (why) log.warn('an export isn’t signed', { dream: dream.id, format, why });
  run.signal.throwIfAborted();
  const key = exportKey(row);
  await storage.put(key, { path, move: true }, type, { sha256: made.file.sha256 });
  // Logged before it can be downloaded, so that every copy can be recognised.
  await deps.contentLog.addFiles(loggedDream(dream), [made.file]);
  if (!(await store.finish(row.id, made.file.bytes))) await storage.delete(key);
}

/** @returns the film's path: in the storage's folder, or of a copy */
async function bringFilm(
  storage: MadeFileDeps['storage'],
  { videoKey }: Dream,
  workDir: string,
): Promise<string> {
  const about = videoKey && (await storage.stat(videoKey));
  if (!videoKey || !about) throw new FailedExport('no-film', 'the film is gone');
  if (about.path !== undefined) return about.path;
  const file = await storage.open(videoKey);
  if (!file) throw new FailedExport('no-film', 'the film is gone');
  const path = join(workDir, 'film.mp4');
  await pipeline(Readable.fromWeb(file.stream as never), createWriteStream(path));
  return path;
}

const inMs = (cues: readonly { from: number; to: number; text: string }[]): Cue[] =>
  cues.map(({ from, to, text }) => ({ fromMs: from * 1000, toMs: to * 1000, text }));
