import { makeZip, predictLength } from 'client-zip';
import type { Storage } from '../../kit/storage/storage.ts';
import { m } from '../../kit/texts/m.ts';
import { visibleName } from '../contract/names.ts';
import type { Chosen } from '../contract/selection-schemas.ts';
import type { DreamsStore } from '../store.ts';
import { createUniqueNames, fileNameOf } from './archive-names.ts';

/** Maximum concurrent `stat` calls; one at a time, a bucket would take minutes. */
const LOOKED_UP = 8;

export interface Archive {
  files: ArchivedFile[];
  /** One line for each dream left out, with the reason. */
  leftOut: string[];
  /** Name of the file in the archive with these lines. */
  listName: string;
  /** Exact size of the ZIP. */
  bytes: number;
}

interface ArchivedFile {
  name: string;
  key: string;
  /** In bytes. */
  size: number;
  modifiedAt: Date;
}

interface ArchiveDeps {
  store: Pick<DreamsStore, 'listOwn'>;
  storage: Storage;
}

/** Plans an archive of a person's dreams: the videos under unique names, and the dreams left out. */
export async function planArchive(
  { store, storage }: ArchiveDeps,
  userId: string,
  chosen: Chosen,
): Promise<Archive> {
  const dreams = new Map((await store.listOwn(userId, chosen)).map((dream) => [dream.id, dream]));
  const nameOf = createUniqueNames();
  const look = async (id: string): Promise<ArchivedFile | string> => {
    const dream = dreams.get(id);
    if (!dream) return m.dreams_archive_unknown({ id });
    const { videoKey, startedAt, requestedAt, serverStatus } = dream;
    const at = new Date(startedAt ?? requestedAt);
    const stem = `${fileNameOf(visibleName(dream.name))} (${at.toISOString().slice(0, 10)})`;
    if (serverStatus === 'PROCESSING') return m.dreams_archive_processing({ name: stem });
    if (!videoKey) return m.dreams_archive_no_video({ name: stem });
    const about = await storage.stat(videoKey);
    if (!about) return m.dreams_archive_lost({ name: stem });
    return { name: stem, key: videoKey, size: about.size, modifiedAt: at };
  };
  const found: (ArchivedFile | string)[] = [];
  const asked = 'ids' in chosen ? chosen.ids : [...dreams.keys()];
  for (let at = 0; at < asked.length; at += LOOKED_UP) {
    found.push(...(await Promise.all(asked.slice(at, at + LOOKED_UP).map(look))));
  }
  const leftOut = found.filter((one) => typeof one === 'string');
  const files = found
    .filter((one) => typeof one !== 'string')
    .map((file) => ({ ...file, name: nameOf(file.name, '.mp4') }));
  const left = { leftOut, listName: m.dreams_archive_list_name() };
  return { files, ...left, bytes: Number(predictLength([...files.map(withSize), ...listOf(left)])) };
}

/** Streams the ZIP on demand, with only one file open at a time. Fails if a file has changed since it was planned. */
export function writeArchive(
  storage: Storage,
  { files, ...left }: Omit<Archive, 'bytes'>,
): ReadableStream<Uint8Array> {
  async function* entries() {
    for (const { name, key, size, modifiedAt } of files) {
      const file = await storage.open(key);
      if (file?.size !== size) {
        await file?.stream.cancel();
        throw new Error(`the video ${key} changed while it was packed`);
      }
      const reader = file.stream.getReader();
      try {
        yield { name, input: piecesOf(reader), lastModified: modifiedAt };
      } catch {
        // The client has disconnected, which is not an error.
        return;
      } finally {
        await reader.cancel();
      }
    }
    yield* listOf(left);
  }
  return makeZip(entries());
}

const withSize = ({ name, size, modifiedAt }: ArchivedFile) => ({ name, size, lastModified: modifiedAt });

const listOf = ({ leftOut, listName }: Pick<Archive, 'leftOut' | 'listName'>) =>
  leftOut.length > 0 ? [{ name: listName, input: `${leftOut.join('\r\n')}\r\n` }] : [];

async function* piecesOf(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}
