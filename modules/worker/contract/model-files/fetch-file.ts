import { FileFault, isDiskFull } from './file-fault.ts';

/** Storage for one file's bytes that survives a broken connection. */
export interface Sink {
  /** bytes stored so far */
  size(): Promise<number>;
  clear(): Promise<void>;
  /** appends the bytes of one connection */
  open(): Promise<{ write(chunk: Uint8Array): Promise<void>; close(): Promise<void> }>;
}

export interface FetchOptions {
  url: string;
  /** size of the whole file */
  bytes: number;
  sink: Sink;
  /** called with the total so far, including earlier attempts */
  onBytes: (bytes: number) => void;
  /** pauses the download; stored bytes are kept */
  signal?: AbortSignal | undefined;
  /** silence after which a connection counts as lost */
  stallMs?: number | undefined;
  /** delay before the first retry */
  waitMs?: number | undefined;
}

const STALL_MS = 30_000;
const WAIT_MS = 500;
/** Consecutive attempts without progress. */
const MAX_IDLE_TRIES = 5;

/**
 * Downloads one file. Resumes broken connections, even after a restart.
 * @throws FileFault if there is no progress, the file doesn't exist, or storage is full
 */
export async function fetchFile(options: FetchOptions): Promise<void> {
  const { bytes, sink, signal } = options;
  let idle = 0;
  while (true) {
    signal?.throwIfAborted();
    const before = await sink.size();
    if (before === bytes) return options.onBytes(bytes);
    if (before > bytes) await sink.clear();
    const fault = await fetchPart(options).then(
      () => 'it ended early',
      (error) => {
        if (error instanceof FileFault) throw error;
        if (isDiskFull(error)) throw new FileFault('no-room', { subject: options.url, bytes });
        return error instanceof Error ? error.message : String(error);
      },
    );
    const after = await sink.size();
    if (after === bytes) return;
    idle = after > before ? 0 : idle + 1;
    if (idle >= MAX_IDLE_TRIES) {
      throw new FileFault('unreachable', { subject: options.url, reason: fault, bytes, kept: after });
    }
    const wait = (options.waitMs ?? WAIT_MS) * 2 ** idle;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Makes one attempt, starting at the end of the stored bytes. */
async function fetchPart({ url, bytes, sink, onBytes, signal, stallMs }: FetchOptions): Promise<void> {
  const start = await sink.size();
  const silence = new AbortController();
  const alive = () => {
    clearTimeout(stall);
    stall = setTimeout(() => silence.abort(new Error('nothing arrived for too long')), stallMs ?? STALL_MS);
  };
  let stall: ReturnType<typeof setTimeout> | undefined;
  alive();
  try {
    const response = await fetch(url, {
      // The file is stored here anyway, and a cached response might belong to an older version.
      cache: 'no-store',
      headers: start > 0 ? { range: `bytes=${start}-` } : {},
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    if (response.status === 404) throw new FileFault('missing', { subject: url });
    if (!response.ok || !response.body) throw new Error(`it answered ${response.status}`);
    // a server without range support starts from the first byte
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
        if (here > bytes) throw new Error('more bytes arrived than the file has');
      }
    } finally {
      await output.close();
    }
  } finally {
    clearTimeout(stall);
  }
}

/** Uses a reader because not every browser can iterate over a stream. */
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
