import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ModelFault } from '../shared/faults.ts';
import { type BringOptions, bringFile, type Sink } from '../shared/model-files/bring-file.ts';
import type { HubEntry } from '../shared/model-files/hub.ts';

export interface DownloadOptions extends Pick<BringOptions, 'url' | 'onBytes' | 'stallMs' | 'waitMs'> {
  /** where it lies in the end; what is not whole yet lies beside it as `.part` */
  file: string;
  expected: Pick<HubEntry, 'bytes' | 'checksum'>;
}

/**
 * Brings one file. Its content is checked before it gets its name, so a file that is there is whole.
 * @throws ModelFault when nothing comes any more, or what comes is not what the hub lists
 */
export async function download({ file, expected, ...options }: DownloadOptions): Promise<void> {
  const part = `${file}.part`;
  await mkdir(dirname(file), { recursive: true });
  await bringFile({ ...options, bytes: expected.bytes, sink: fileSink(part) });
  const checksum = await checksumOf(part, expected);
  if (checksum !== expected.checksum.value) {
    await rm(part);
    throw new ModelFault(
      `${options.url} gave other bytes than the hub says it holds (checksum ${checksum} instead of ${expected.checksum.value}). They were thrown away; start again to fetch them anew.`,
    );
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

async function checksumOf(file: string, { bytes, checksum }: DownloadOptions['expected']): Promise<string> {
  const hash = createHash(checksum.kind === 'git' ? 'sha1' : 'sha256');
  // git hashes a header along
  if (checksum.kind === 'git') hash.update(`blob ${bytes}\0`);
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
