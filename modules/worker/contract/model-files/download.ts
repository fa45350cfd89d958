import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type FetchOptions, fetchFile, type Sink } from './fetch-file.ts';
import { FileFault } from './file-fault.ts';
import type { HubEntry } from './hub.ts';

export interface DownloadOptions extends Pick<FetchOptions, 'url' | 'onBytes' | 'stallMs' | 'waitMs'> {
  /** final path; incomplete data is kept next to it with the suffix `.part` */
  file: string;
  expected: Pick<HubEntry, 'bytes' | 'checksum'>;
}

/**
 * Downloads one file to disk. Its content is verified before it gets its name, so an existing file is always complete.
 * @throws FileFault if there is no progress, or the content doesn't match the hub's checksum
 */
export async function download({ file, expected, ...options }: DownloadOptions): Promise<void> {
  const part = `${file}.part`;
  await mkdir(dirname(file), { recursive: true });
  await fetchFile({ ...options, bytes: expected.bytes, sink: fileSink(part) });
  const checksum = await checksumOf(part, expected);
  if (checksum !== null && checksum !== expected.checksum.value) {
    await rm(part);
    throw new FileFault('broken', {
      subject: options.url,
      reason: `checksum ${checksum} instead of ${expected.checksum.value}`,
    });
  }
  await rename(part, file);
}

const fileSink = (part: string): Sink => ({
  size: () =>
    stat(part).then(
      ({ size }) => size,
      () => 0,
    ),
  clear: () => rm(part, { force: true }),
  async open() {
    const output = await open(part, 'a');
    return {
      write: async (chunk) => void (await output.write(chunk)),
      async close() {
        await output.sync();
        await output.close();
      },
    };
  },
});

/** Null if the hub provides no checksum. */
async function checksumOf(
  file: string,
  { bytes, checksum }: DownloadOptions['expected'],
): Promise<string | null> {
  if (checksum.kind === 'version') return null;
  const hash = createHash(checksum.kind === 'git' ? 'sha1' : 'sha256');
  // git hashes include a header
  if (checksum.kind === 'git') hash.update(`blob ${bytes}\0`);
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
