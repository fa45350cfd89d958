import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { HubEntry } from './core/hub.ts';
import { ModelFault } from './core/session.ts';

export interface DownloadOptions {
  url: string;
  /** where it lies in the end; what is not whole yet lies beside it as `.part` */
  file: string;
  expected: Pick<HubEntry, 'bytes' | 'checksum'>;
  /** told what has come in all, from earlier tries too */
  onBytes: (bytes: number) => void;
  /** silence after which a connection counts as lost */
  stallMs?: number;
  /** the first wait before another try */
  waitMs?: number;
}

const STALL_MS = 30_000;
const WAIT_MS = 500;
/** Tries in a row that brought nothing. */
const MAX_IDLE_TRIES = 5;

/**
 * Brings one file. A connection that breaks is taken up where it broke, also by the next start; what came is checked
 * before it gets its name, so a file that is there is whole.
 * @throws ModelFault when nothing comes any more, or what comes is not what the hub says it is
 */
export async function download(options: DownloadOptions): Promise<void> {
  const { file, expected } = options;
  const part = `${file}.part`;
  await mkdir(dirname(file), { recursive: true });
  await bringAll(options, part);
  const checksum = await checksumOf(part, expected);
  if (checksum !== expected.checksum.value) {
    await rm(part);
    throw new ModelFault(
      `${options.url} gave other bytes than the hub says it holds (checksum ${checksum} instead of ${expected.checksum.value}). They were thrown away; start again to fetch them anew.`,
    );
  }
  await rename(part, file);
}

async function bringAll(options: DownloadOptions, part: string): Promise<void> {
  const { bytes } = options.expected;
  let idle = 0;
  while (true) {
    const before = await sizeOf(part);
    if (before === bytes) return options.onBytes(bytes);
    if (before > bytes) await rm(part);
    const fault = await bringSome(options, part).then(
      () => 'it ended early',
      (error) => (error instanceof Error ? error.message : String(error)),
    );
    const after = await sizeOf(part);
    if (after === bytes) return;
    idle = after > before ? 0 : idle + 1;
    if (idle >= MAX_IDLE_TRIES) {
      throw new ModelFault(
        `${options.url} can’t be fetched: ${fault}. ${after} of ${bytes} bytes are kept; start again to go on from there.`,
      );
    }
    const wait = (options.waitMs ?? WAIT_MS) * 2 ** idle;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** One connection: from where the part ends, as far as it goes. */
async function bringSome(options: DownloadOptions, part: string): Promise<void> {
  const start = await sizeOf(part);
  const abort = new AbortController();
  let stall = setTimeout(() => abort.abort(), options.stallMs ?? STALL_MS);
  const alive = () => {
    clearTimeout(stall);
    stall = setTimeout(
      () => abort.abort(new Error('nothing came for too long')),
      options.stallMs ?? STALL_MS,
    );
  };
  try {
    const response = await fetch(options.url, {
      headers: start > 0 ? { range: `bytes=${start}-` } : {},
      signal: abort.signal,
    });
    if (!response.ok || !response.body) throw new Error(`it answered ${response.status}`);
    // a server that knows no ranges begins anew
    const from = response.status === 206 ? start : 0;
    const output = await open(part, from > 0 ? 'a' : 'w');
    try {
      let bytes = from;
      for await (const chunk of response.body) {
        alive();
        await output.write(chunk);
        bytes += chunk.length;
        options.onBytes(bytes);
        if (bytes > options.expected.bytes) throw new Error('more came than the file holds');
      }
      await output.sync();
    } finally {
      await output.close();
    }
  } finally {
    clearTimeout(stall);
  }
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

async function checksumOf(file: string, { bytes, checksum }: DownloadOptions['expected']): Promise<string> {
  const hash = createHash(checksum.kind === 'git' ? 'sha1' : 'sha256');
  // git hashes a header along
  if (checksum.kind === 'git') hash.update(`blob ${bytes}\0`);
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
