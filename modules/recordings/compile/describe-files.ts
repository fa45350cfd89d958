import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { digestStream } from '../../kit/storage/digest-stream.ts';
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
    const content = createReadStream(join(folder, name), { highWaterMark: CHUNK_BYTES });
    described.push({ kind, sha256: await digestStream(content), bytes: content.bytesRead });
  }
  return described;
}
