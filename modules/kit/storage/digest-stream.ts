import { createHash } from 'node:crypto';

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The SHA-256 of a stream of any length. */
export async function digestStream(stream: Pieces, encoding: 'hex' | 'base64url' = 'hex') {
  const hash = createHash('sha256');
  for await (const piece of stream) hash.update(piece);
  return hash.digest(encoding);
}
