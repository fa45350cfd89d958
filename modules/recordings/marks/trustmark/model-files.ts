import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { withoutEndSlashes } from '../../../kit/shared/trim.ts';
import { digestStream } from '../../../kit/storage/digest-stream.ts';

const ENCODER = 'encoder_Q.onnx';
const DECODER = 'decoder_Q.onnx';

const VERSION_DIGITS = 16;
/** For about 62 MB over a slow connection. */
const TIMEOUT_MS = 20 * 60_000;
/** Minimum interval between failed downloads. */
const RETRY_MS = 10 * 60_000;

export interface TrustmarkConfig {
  WATERMARK: 'on' | 'off' | 'trustmark';
  /** a folder, `owner/name` on the hub, or the base URL of the two files */
  WATERMARK_MODEL?: string | undefined;
  /** base URL of the hub */
  MODEL_BASE: string;
  DATA_DIR: string;
}

export interface TrustmarkFiles {
  encoder: string;
  decoder: string;
  folder: string;
  /** Downloads missing files. @throws Error in words */
  bring(): Promise<void>;
  /** The decoder's hash, which is the same on every server; null until it's downloaded. */
  decoderVersion(): Promise<string | null>;
}

/** Null if a different watermark is set. */
export function trustmarkFiles(config: TrustmarkConfig): TrustmarkFiles | null {
  const { WATERMARK, WATERMARK_MODEL: model } = config;
  if (WATERMARK !== 'trustmark' || !model) return null;
  const { folder, from } = placeOf(model, config);
  let coming: Promise<void> | null = null;
  let retryAt = 0;
  let hashed: { changedAt: number; version: Promise<string> } | null = null;

  async function fetchMissing(): Promise<void> {
    for (const name of [ENCODER, DECODER]) {
      const path = join(folder, name);
      if (existsSync(path)) continue;
      if (from === null) throw new Error(`${folder} has no ${name}`);
      await fetchFile(`${from}/${name}`, path);
    }
  }

  return {
    folder,
    encoder: join(folder, ENCODER),
    decoder: join(folder, DECODER),
    bring() {
      if (coming && performance.now() >= retryAt) coming = null;
      if (!coming) {
        retryAt = Number.POSITIVE_INFINITY;
        coming = fetchMissing();
        coming.catch(() => {
          retryAt = performance.now() + (from === null ? 0 : RETRY_MS);
        });
      }
      return coming;
    },
    async decoderVersion() {
      const path = join(folder, DECODER);
      const about = await stat(path).catch(() => null);
      if (about === null) return null;
      if (hashed?.changedAt !== about.mtimeMs) hashed = { changedAt: about.mtimeMs, version: hashOf(path) };
      return hashed.version;
    },
  };
}

/** @returns the files' folder, and the download URL if there is one */
function placeOf(model: string, { MODEL_BASE, DATA_DIR }: TrustmarkConfig) {
  if (/^https?:\/\//.test(model)) {
    const from = withoutEndSlashes(model);
    const name = createHash('sha256').update(from).digest('hex').slice(0, VERSION_DIGITS);
    return { folder: join(DATA_DIR, 'models', `trustmark-${name}`), from };
  }
  const isOnHub = /^\w[\w.-]*\/\w[\w.-]*$/.test(model) && !existsSync(resolve(model));
  if (!isOnHub) return { folder: resolve(model), from: null };
  return { folder: join(DATA_DIR, 'models', model), from: `${MODEL_BASE}/${model}/resolve/main` };
}

/** Follows redirects, since hubs keep large files on other hosts. The file gets its name once complete. */
async function fetchFile(url: string, path: string): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
    throw new Error(`${url} can’t be downloaded: ${(error as Error).message}`);
  });
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
  await mkdir(dirname(path), { recursive: true });
  await dropOldParts(path);
  const file = await open(part, 'w');
  try {
    for await (const chunk of response.body) await file.write(chunk);
    await file.sync();
    await file.close();
    await rename(part, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw new Error(`${url} can’t be downloaded: ${(error as Error).message}`);
  }
}

const hashOf = async (path: string) => (await digestStream(createReadStream(path))).slice(0, VERSION_DIGITS);

/** Deletes partial downloads left by killed processes. */
async function dropOldParts(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.part')) continue;
    const part = join(dirname(path), name);
    const { mtimeMs } = await stat(part);
    if (mtimeMs < Date.now() - TIMEOUT_MS) await rm(part, { force: true });
  }
}
