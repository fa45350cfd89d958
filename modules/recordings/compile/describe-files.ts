import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { MadeFileKind } from '../contract/schemas.ts';
import type { MadeFile } from './compile-protocol.ts';

const CHUNK_BYTES = 1024 * 1024;

/**
 * Sizes and hashes of finished files, for the content log. New files are still in the page cache, so 100 MB take 0.1 s.
 */
export async function describeFiles(
  folder: string,
  names: Readonly<Partial<Record<MadeFileKind, string>>>,
): Promise<MadeFile[]> {
  const described: MadeFile[] = [];
  for (const [kind, name] of Object.entries(names) as [MadeFileKind, string][]) {
    const path = join(folder, name);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    described.push({ kind, sha256: hash.digest('hex'), bytes });
  }
  return described;
}
