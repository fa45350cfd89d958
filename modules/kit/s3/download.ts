import type { ByteRange, OpenFile } from '../storage/storage.ts';
import type { S3Client } from './client.ts';
import { describeObject } from './object-headers.ts';

/** Chunks start small, for a quick first byte, and double up to the size that a slow reader may keep in memory. */
const FIRST_BYTES = 256 * 1024;
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Reads an object in chunks, each a separate request with its own retries: a broken connection costs one chunk, and a
 * slow or vanished reader keeps nothing open. Fails if the object is replaced meanwhile.
 */
export async function openObject(
  client: S3Client,
  key: string,
  range: ByteRange | undefined,
): Promise<OpenFile | null> {
  const start = range?.start ?? 0;
  const stopped = new AbortController();

  async function read(from: number, to: number, ifMatch?: string) {
    const answer = await client.call({
      method: 'GET',
      key,
      headers: { range: `bytes=${from}-${to}`, ...(ifMatch && { 'if-match': ifMatch }) },
      accept: [404, 412, 416],
      signal: stopped.signal,
    });
    return { status: answer.status, about: describeObject(answer.headers), bytes: answer.body };
  }

  const first = await read(start, Math.min(start + FIRST_BYTES - 1, range?.end ?? Number.POSITIVE_INFINITY));
  if (first.status === 404) return null;
  // The object is empty or ends before the range.
  if (first.status === 416) return await openEmpty(client, key);
  const { about } = first;
  const end = Math.min(range?.end ?? about.size - 1, about.size - 1);
  let piece: Uint8Array<ArrayBuffer> | null =
    first.status === 200 ? first.bytes.subarray(start, end + 1) : first.bytes;
  let position = start;
  let ask = FIRST_BYTES;

  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (piece === null) {
          ask = Math.min(ask * 2, MOST_BYTES);
          const next = await read(position, Math.min(position + ask - 1, end), about.etag);
          if (next.status !== 206 || next.about.etag !== about.etag) {
            throw new Error('the stored file was replaced while it was read');
          }
          piece = next.bytes;
        }
        position += piece.length;
        if (piece.length > 0) controller.enqueue(piece);
        piece = null;
        if (position > end) controller.close();
      },
      cancel: () => stopped.abort(new Error('nobody reads on')),
    },
    { highWaterMark: 0 },
  );
  return { ...about, stream };
}

async function openEmpty(client: S3Client, key: string): Promise<OpenFile | null> {
  const answer = await client.call({ method: 'HEAD', key, accept: [404] });
  if (answer.status === 404) return null;
  return { ...describeObject(answer.headers), stream: new Blob([]).stream() };
}
