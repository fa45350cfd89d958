import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, notFound } from '../../src/kit/errors.ts';
import type { Log } from '../../src/kit/log.ts';
import { withoutEndSlashes } from '../../src/kit/shared/trim.ts';
import { download } from '../worker/shared/model-files/download.ts';
import { FileFault } from '../worker/shared/model-files/file-fault.ts';
import { type PlannedFile, sizeOf } from '../worker/shared/model-files/planned-file.ts';
import { planVoiceModel, type VoiceModelPlan } from './shared/plan-voice-model.ts';

/** Beside the files: what the hub says of them. */
const RECORD = 'fetched.json';
/** Bytes of one model; the largest that browsers run has a third of it. */
const MAX_BYTES = 2 * 1024 ** 3;
/** A hub that failed is asked again after this. */
const RETRY_MS = 30_000;
const RETRY_S = RETRY_MS / 1000;

interface FetchedModelsDeps {
  /** the hub, or any server with a folder of models */
  base: string;
  /** models that browsers may ask for; no others are fetched */
  names: readonly string[];
  /** folder of the fetched models */
  folder: string;
  /** whether the disk holds this many bytes more */
  hasRoomForBytes(bytes: number): Promise<boolean>;
  log: Log;
}

/** A model on its way here. */
interface Coming {
  /** resolves with the next bytes and with the end, rejects with what failed */
  moved: PromiseWithResolvers<void>;
}

/** A file that is not here as a whole. */
interface ComingFile {
  bytes: number;
  /** @param to not included */
  read(from: number, to: number): ReadableStream<Uint8Array>;
}

export type FetchedModels = ReturnType<typeof createFetchedModels>;

/**
 * Voice models that are fetched from their hub once, when the first browser needs one, and come from here ever after: no
 * browser asks the hub. While one is on its way here, browsers get what has come of it.
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

  /** Files of a model that is here as a whole; null while something is missing. */
  async function whole(name: string): Promise<PlannedFile[] | null> {
    const files = await recorded(name);
    const isHere = async ({ path }: PlannedFile) => (await sizeAt(placeOf(name, path))) !== null;
    return files && (await Promise.all(files.map(isHere))).every(Boolean) ? files : null;
  }

  /** Files as the hub lists them, asked once a process. @throws AppError 404, 503 */
  async function plan(name: string): Promise<VoiceModelPlan> {
    const known = plans.get(name) ?? rested(name, () => planVoiceModel(base, name));
    plans.set(name, known);
    try {
      const found = await known;
      if (sizeOf(found.files) > MAX_BYTES)
        throw new FileFault('no-room', `${name} is too large to be fetched.`);
      return found;
    } catch (error) {
      plans.delete(name);
      throw refusal(error);
    }
  }

  /** Leaves a hub alone for a while that has failed. */
  async function rested<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const last = failed.get(name);
    if (last && performance.now() - last.at < RETRY_MS) throw last.error;
    return ask().catch((error: unknown) => {
      failed.set(name, { at: performance.now(), error });
      log.warn('a voice model could not be fetched', { model: name, from: withoutEndSlashes(base), error });
      throw error;
    });
  }

  /** Begins to fetch what is missing, or joins who has begun. */
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
      if (!(await hasRoomForBytes(sizeOf(missing)))) throw new FileFault('no-room', `No room for ${name}.`);
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
        // The hub may have another version by now.
        plans.delete(name);
        begun.moved.reject(error);
      },
    );
    return begun;
  }

  /** Files of another version than the hub's, which a fetch that was cut off has left. */
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
    /** The model that an address is of; null for those that are not offered. */
    nameIn: (address: string) => names.find((name) => address.startsWith(`${name}/`)) ?? null,
    offers: (name: string) => names.includes(name),

    /** @throws AppError 404, 503 */
    list: async (name: string): Promise<PlannedFile[]> => (await whole(name)) ?? (await plan(name)).files,

    /**
     * Finds one file, and fetches it first if it is missing.
     * @returns null where the whole model is here: it is served as any other file
     * @throws AppError 404, 503
     */
    async find(name: string, path: string): Promise<ComingFile | null> {
      if (await whole(name)) return null;
      const found = await plan(name);
      const file = found.files.find((one) => one.path === path);
      if (!file) throw notFound('No voice model');
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

/** Bytes of a file as they come. The last one waits until all of them were checked. */
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
    for await (const chunk of part as AsyncIterable<Uint8Array>) {
      yield chunk;
      at += chunk.length;
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
  // A failure that nobody waits for is logged where it happens.
  signal.promise.catch(() => {});
  return signal;
}

const sizeAt = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** Failure of the hub, in words for the browser: a model that isn't there, or one to come back for. */
function refusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof FileFault && error.kind === 'missing') return notFound('No voice model');
  return new AppError(503, 'voice-model', 'The voice model could not be fetched yet.', {
    retryAfter: RETRY_S,
  });
}
