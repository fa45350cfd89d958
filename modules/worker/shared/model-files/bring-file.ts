import { FileFault, isOutOfRoom } from './file-fault.ts';

/** Destination of one file's bytes, where they stay when a connection breaks. */
export interface Sink {
  /** bytes that are here */
  size(): Promise<number>;
  clear(): Promise<void>;
  /** takes what one connection brings, after what is here */
  open(): Promise<{ write(chunk: Uint8Array): Promise<void>; close(): Promise<void> }>;
}

export interface BringOptions {
  url: string;
  /** that the whole file has */
  bytes: number;
  sink: Sink;
  /** called with the bytes that have come in all, from earlier tries too */
  onBytes: (bytes: number) => void;
  /** ends it where it is; what came stays */
  signal?: AbortSignal | undefined;
  /** silence after which a connection counts as lost */
  stallMs?: number | undefined;
  /** the first wait before another try */
  waitMs?: number | undefined;
}

const STALL_MS = 30_000;
const WAIT_MS = 500;
/** Tries in a row that brought nothing. */
const MAX_IDLE_TRIES = 5;

/**
 * Brings the bytes of one file. A broken connection is resumed where it broke, also by the next start.
 * @throws FileFault when nothing comes any more, it isn't there, or there is no space for it
 */
export async function bringFile(options: BringOptions): Promise<void> {
  const { bytes, sink, signal } = options;
  let idle = 0;
  while (true) {
    signal?.throwIfAborted();
    const before = await sink.size();
    if (before === bytes) return options.onBytes(bytes);
    if (before > bytes) await sink.clear();
    const fault = await bringSome(options).then(
      () => 'it ended early',
      (error) => {
        if (error instanceof FileFault) throw error;
        if (isOutOfRoom(error)) throw new FileFault('no-room', `There is no room for ${options.url}.`);
        return error instanceof Error ? error.message : String(error);
      },
    );
    const after = await sink.size();
    if (after === bytes) return;
    idle = after > before ? 0 : idle + 1;
    if (idle >= MAX_IDLE_TRIES) {
      throw new FileFault(
        'unreachable',
        `${options.url} can’t be fetched: ${fault}. ${after} of ${bytes} bytes are kept; start again to go on from there.`,
      );
    }
    const wait = (options.waitMs ?? WAIT_MS) * 2 ** idle;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** One connection: from where the sink ends, as far as it goes. */
async function bringSome({ url, bytes, sink, onBytes, signal, stallMs }: BringOptions): Promise<void> {
  const start = await sink.size();
  const silence = new AbortController();
  const alive = () => {
    clearTimeout(stall);
    stall = setTimeout(() => silence.abort(new Error('nothing came for too long')), stallMs ?? STALL_MS);
  };
  let stall: ReturnType<typeof setTimeout> | undefined;
  alive();
  try {
    const response = await fetch(url, {
      // Kept here and not twice; and an older answer may be that of an older file.
      cache: 'no-store',
      headers: start > 0 ? { range: `bytes=${start}-` } : {},
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    if (response.status === 404) throw new FileFault('missing', `${url} is not there (404).`);
    if (!response.ok || !response.body) throw new Error(`it answered ${response.status}`);
    // a server that knows no ranges starts from the first byte
    const from = response.status === 206 ? start : 0;
    if (from < start) await sink.clear();
    const output = await sink.open();
    try {
      let here = from;
      for await (const chunk of chunksOf(response.body)) {
        alive();
        await output.write(chunk);
        here += chunk.length;
        onBytes(here);
        if (here > bytes) throw new Error('more came than the file holds');
      }
    } finally {
      await output.close();
    }
  } finally {
    clearTimeout(stall);
  }
}

/** By its reader: not every browser can iterate over a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
