import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, notFound } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import { withoutEndSlashes } from '../kit/shared/trim.ts';
import { m } from '../kit/texts/m.ts';
import { download } from '../worker/contract/model-files/download.ts';
import { FileFault } from '../worker/contract/model-files/file-fault.ts';
import { type PlannedFile, sizeOf } from '../worker/contract/model-files/hub.ts';
import { planVoiceModel, type VoiceModelPlan } from './contract/plan-voice-model.ts';

/** Stored next to the files: the hub's file list. */
const RECORD = 'fetched.json';
/** Maximum size of one model. The largest that browsers can run is a third of it. */
const MAX_BYTES = 2 * 1024 ** 3;
/** Pause after a hub has failed. */
const RETRY_MS = 30_000;
const RETRY_S = RETRY_MS / 1000;

interface FetchedModelsDeps {
  /** the hub, or any server with a folder of models */
  base: string;
  /** models offered to browsers; no others are downloaded */
  names: readonly string[];
  folder: string;
  /** true if the disk has space for this many more bytes */
  hasRoomForBytes(bytes: number): Promise<boolean>;
  log: Log;
}

/** A model being downloaded. */
interface Coming {
  /** resolves when more bytes have arrived and at the end; rejects if the download fails */
  moved: PromiseWithResolvers<void>;
}

/** A file that isn't complete yet. */
interface ComingFile {
  bytes: number;
  /** @param to exclusive */
  read(from: number, to: number): ReadableStream<Uint8Array>;
}

export type FetchedModels = ReturnType<typeof createFetchedModels>;

/**
 * Downloads voice models from their hub when a browser first needs one and serves them from then on, so that browsers
 * never contact the hub. While a model is still downloading, browsers get the bytes as they arrive.
 */
export function createFetchedModels({ base, names, folder, hasRoomForBytes, log }: FetchedModelsDeps) {
  const plans = new Map<string, Promise<VoiceModelPlan>>();
  const coming = new Map<string, Coming>();
  const failed = new Map<string, { at: number; error: unknown }>();
  const placeOf = (name: string, path: string) => join(folder, name, path);

  async function recorded(name: string): Promise<PlannedFile[] | null> {
    const text = await readFile(placeOf(name, RECORD), 'utf8').catch(() => null);
    return text === null ? null : JSON.parse(text);
  }

  /** The files of a complete model. Null if any is missing. */
  async function whole(name: string): Promise<PlannedFile[] | null> {
    const files = await recorded(name);
    const isHere = async ({ path }: PlannedFile) => (await sizeAt(placeOf(name, path))) !== null;
    return files && (await Promise.all(files.map(isHere))).every(Boolean) ? files : null;
  }

  /** The hub's file list, fetched once per process. @throws AppError 404, 503 */
  async function plan(name: string): Promise<VoiceModelPlan> {
    const known = plans.get(name) ?? rested(name, () => planVoiceModel(base, name));
    plans.set(name, known);
    try {
      const found = await known;
      if (sizeOf(found.files) > MAX_BYTES)
        throw new FileFault('no-room', { subject: name, reason: 'too large' });
      return found;
    } catch (error) {
      plans.delete(name);
      throw refusal(error);
    }
  }

  /** Stops calling a hub for a while after a failure. */
  async function rested<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const last = failed.get(name);
    if (last && performance.now() - last.at < RETRY_MS) throw last.error;
    return ask().catch((error: unknown) => {
      failed.set(name, { at: performance.now(), error });
      log.warn('a voice model could not be fetched', { model: name, from: withoutEndSlashes(base), error });
      throw error;
    });
  }

  /** Downloads missing files, or joins a download in progress. */
  function bring(name: string, { hub, files }: VoiceModelPlan): Coming {
    const begun = coming.get(name) ?? { moved: newSignal() };
    if (coming.has(name)) return begun;
    coming.set(name, begun);
    const move = () => {
      begun.moved.resolve();
      begun.moved = newSignal();
    };
    rested(name, async () => {
      await dropOutdated(name, files);
      const missing = [];
      for (const file of files) if ((await sizeAt(placeOf(name, file.path))) === null) missing.push(file);
      if (!(await hasRoomForBytes(sizeOf(missing)))) throw new FileFault('no-room', { subject: name });
      for (const { repo, revision, path, ...expected } of missing) {
        const file = placeOf(name, path);
        await download({ url: hub.url(repo, revision, path), file, expected, onBytes: move });
        move();
      }
      log.info('voice model fetched', { model: name, bytes: sizeOf(files) });
    }).then(
      () => {
        coming.delete(name);
        move();
      },
      (error: unknown) => {
        coming.delete(name);
        // The hub may have a new version by now.
        plans.delete(name);
        begun.moved.reject(error);
      },
    );
    return begun;
  }

  /** Deletes files of an older version left by an interrupted download. */
  async function dropOutdated(name: string, files: readonly PlannedFile[]): Promise<void> {
    for (const { path, checksum } of (await recorded(name)) ?? []) {
      const now = files.find((file) => file.path === path)?.checksum.value;
      if (now === checksum.value) continue;
      await rm(placeOf(name, path), { force: true });
      await rm(`${placeOf(name, path)}.part`, { force: true });
    }
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(placeOf(name, `${RECORD}.part`), JSON.stringify(files));
    await rename(placeOf(name, `${RECORD}.part`), placeOf(name, RECORD));
  }

  return {
    /** The model that a path belongs to. Null if it isn't offered. */
    nameIn: (address: string) => names.find((name) => address.startsWith(`${name}/`)) ?? null,
    offers: (name: string) => names.includes(name),

    /** @throws AppError 404, 503 */
    list: async (name: string): Promise<PlannedFile[]> => (await whole(name)) ?? (await plan(name)).files,

    /**
     * Finds a file of an incomplete model and starts downloading what is missing.
     * @returns null if the whole model is here and is served like any other file
     * @throws AppError 404, 503
     */
    async find(name: string, path: string): Promise<ComingFile | null> {
      if (await whole(name)) return null;
      const found = await plan(name);
      const file = found.files.find((one) => one.path === path);
      if (!file) throw notFound(m.voice_error_no_model());
      const last = failed.get(name);
      if (last && performance.now() - last.at < RETRY_MS) throw refusal(last.error);
      const ongoing = bring(name, found);
      return {
        bytes: file.bytes,
        read: (from, to) => streamOf(follow(placeOf(name, path), { from, to, bytes: file.bytes }, ongoing)),
      };
    },
  };
}

/** Streams a file as it arrives. Holds back the last byte until the checksum has been verified. */
async function* follow(
  path: string,
  { from, to, bytes }: { from: number; to: number; bytes: number },
  ongoing: Coming,
): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const next = ongoing.moved.promise;
    const isWhole = (await sizeAt(path)) !== null;
    const here = isWhole ? bytes : Math.min((await sizeAt(`${path}.part`)) ?? 0, bytes - 1);
    const end = Math.min(here, to);
    if (end <= at) {
      await next;
      continue;
    }
    const part = createReadStream(isWhole ? path : `${path}.part`, { start: at, end: end - 1 });
    try {
      for await (const chunk of part as AsyncIterable<Uint8Array>) {
        yield chunk;
        at += chunk.length;
      }
    } catch (error) {
      // Completed and renamed between the check and the opening: look again.
      if (isWhole || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

const streamOf = (bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await bytes.return(undefined)),
  });

function newSignal(): PromiseWithResolvers<void> {
  const signal = Promise.withResolvers<void>();
  // Unawaited failures are logged where they happen.
  signal.promise.catch(() => {});
  return signal;
}

const sizeAt = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** A hub error as a response for the browser: no such model, or try again later. */
function refusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof FileFault && error.kind === 'missing') return notFound(m.voice_error_no_model());
  return new AppError(503, 'voice-model', m.voice_error_model_pending(), {
    retryAfter: RETRY_S,
  });
}
