import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import { type Job, type JobContext, RetryLater } from '../../jobs/contract/define-job.ts';
import type { Clock } from '../../kit/clock.ts';
import { contentTypeOf } from '../../kit/http/content-type.ts';
import type { Storage, StoredFile } from '../../kit/storage/storage.ts';
import type { MadeFile, PromptPlace } from '../compile/compile-protocol.ts';
import { describeFiles } from '../compile/describe-files.ts';
import { loggedDream } from '../content-log/content-log-store.ts';
import type { MadeFileKind } from '../contract/schemas.ts';
import { manifestOf } from '../marks/credentials/manifest.ts';
import { startSigning } from '../marks/credentials/sign-files.ts';
import type { FileOfOrder } from '../marks/credentials/sign-order.ts';
import type { Signing } from '../marks/credentials/signing-key.ts';
import type { SignedFileDeps } from '../marks/file-marks.ts';
import { type DreamHistoryReads, type Marks, marksOf } from '../marks/marks.ts';

/** Retries after a quarter of the time waited so far, within these bounds. */
const SHORTEST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3600_000;
/** Next to the tapes, on the same disk. No dream can have this name. */
const FOLDER = '.unsigned';
const KINDS = ['video', 'preview', 'poster', 'thumbnail', 'filmstrip'] as const;

export interface SignDeps extends SignedFileDeps {
  repository: Pick<DreamRepository, 'find' | 'saveVideoBytes'> & DreamHistoryReads;
  clock: Pick<Clock, 'now'>;
}

interface OpenedFile {
  kind: MadeFileKind;
  key: string;
  path: string;
  stored: StoredFile;
}

/**
 * Signs the files of a recording that had to be stored unsigned. Replaces each file as a whole, unless it has changed
 * in the meantime; readers keep the file that they opened. Idempotent.
 * @throws RetryLater until signing succeeds
 */
export async function signRecording(
  deps: SignDeps,
  job: Pick<Job, 'key' | 'createdAt'>,
  prompts: readonly PromptPlace[],
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  try {
    const signing = await deps.signing();
    const dream = await deps.repository.find(job.key);
    if (!dream || !signing) return;
    if (dream.serverStatus === 'PROCESSING') throw new Error('the recording isn’t stored yet');
    await signFiles(deps, dream, prompts, { signing, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    const waited = Math.max(0, deps.clock.now() - job.createdAt);
    throw new RetryLater(Math.min(Math.max(waited / 4, SHORTEST_WAIT_MS), LONGEST_WAIT_MS), error);
  }
}

async function signFiles(
  deps: SignDeps,
  dream: Dream,
  prompts: readonly PromptPlace[],
  { signing, signal }: { signing: Signing; signal: AbortSignal },
): Promise<void> {
  const dir = join(deps.tapesDir, FOLDER, dream.id);
  // A killed run leaves its copies behind.
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  try {
    const files = await openFiles(deps.storage, dream, dir);
    if (files.length === 0) return;
    const { unsigned, unstamped } = await signAll(
      files,
      await marksInVideo(deps, dream, prompts),
      signing,
      signal,
    );
    if (unsigned !== null) throw new Error(unsigned);
    if (unstamped !== null) deps.log.warn('files without a time stamp', { dream: dream.id, why: unstamped });
    await replaceFiles(deps, dream, files, await describeFiles(dir, namesOf(files)));
    deps.log.info('files signed', { dream: dream.id });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Copies the recording's files, except those that are gone. */
async function openFiles(storage: Storage, dream: Dream, dir: string): Promise<OpenedFile[]> {
  const found: OpenedFile[] = [];
  for (const kind of KINDS) {
    const key = dream[`${kind}Key`];
    const file = key && (await storage.open(key));
    if (!key || !file) continue;
    const { stream, ...stored } = file;
    const path = join(dir, `${kind}.${key.slice(key.lastIndexOf('.') + 1)}`);
    await pipeline(Readable.fromWeb(stream as never), createWriteStream(path));
    if ((await stat(path)).size !== stored.size) throw new Error(`${key} was cut off while being read`);
    found.push({ kind, key, path, stored });
  }
  return found;
}

const namesOf = (files: readonly OpenedFile[]) =>
  Object.fromEntries(files.map(({ kind, path }) => [kind, path.slice(path.lastIndexOf('/') + 1)]));

/** The dream's marks, with its prompts' places in the video. */
async function marksInVideo(deps: SignDeps, dream: Dream, places: readonly PromptPlace[]): Promise<Marks> {
  const marks = await marksOf(deps, dream);
  return {
    ...marks,
    prompts: marks.prompts.map((prompt, at) => ({ ...prompt, frame: null, ...places[at] })),
  };
}

async function signAll(files: readonly OpenedFile[], marks: Marks, signing: Signing, signal: AbortSignal) {
  const process = startSigning(signing);
  signal.addEventListener('abort', process.close, { once: true });
  try {
    for (const { kind, path } of files)
      process.sign({
        path,
        format: contentTypeOf(path) as FileOfOrder['format'],
        definition: manifestOf(marks, kind),
      });
    return await process.finish();
  } finally {
    signal.removeEventListener('abort', process.close);
    process.close();
  }
}

async function replaceFiles(
  { storage, contentLog, repository }: SignDeps,
  dream: Dream,
  files: readonly OpenedFile[],
  made: readonly MadeFile[],
): Promise<void> {
  // Log the new hashes before the files can be downloaded.
  await contentLog.addFiles(loggedDream(dream), made);
  for (const { kind, key, path, stored } of files) {
    const { sha256, bytes } = made.find((one) => one.kind === kind) as MadeFile;
    await storage.put(key, { path, move: true }, contentTypeOf(key), { sha256, replaces: stored.etag });
    if (kind === 'video') await repository.saveVideoBytes(dream.id, bytes);
  }
}
