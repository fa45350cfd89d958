import { newId } from '../../browser/new-id.ts';
import type { About } from './about.ts';

const FOLDER = 'archives';
/**
 * Time for the browser to copy a finished archive. Archives left by closed pages are deleted when they are older than
 * this.
 */
const KEPT_MS = 10 * 60_000;

export interface ArchiveFile {
  writable: WritableStream<Uint8Array>;
  save(name: string): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Creates a file in the origin private file system, so that the archive needn't fit into memory.
 * @param bytes size of the archive
 * @returns null if the browser has no such file system or not enough free space
 */
export async function createArchiveFile(bytes: number): Promise<ArchiveFile | null> {
  if (!('createWritable' in (globalThis.FileSystemFileHandle?.prototype ?? {}))) return null;
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    if (quota - usage < bytes) return null;
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    const id = newId();
    const handle = await folder.getFileHandle(id, { create: true });
    const discard = () => folder.removeEntry(id).catch(() => undefined);
    return {
      writable: await handle.createWritable(),
      async save(name) {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(await handle.getFile());
        link.download = name;
        link.click();
        setTimeout(() => {
          URL.revokeObjectURL(link.href);
          void discard();
        }, KEPT_MS);
      },
      discard,
    };
  } catch (error) {
    console.warn('This browser keeps no files for pages.', error);
    return null;
  }
}

/** Deletes archives left behind by closed pages. */
export async function dropOldArchives(): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER);
    for await (const [name, handle] of folder.entries()) {
      if (!(handle instanceof FileSystemFileHandle)) continue;
      const { lastModified } = await handle.getFile();
      if (Date.now() - lastModified > KEPT_MS) await folder.removeEntry(name);
    }
  } catch {
    // No such folder, or no file system.
  }
}

/** Requests the archive with a form submission, so that the browser downloads it and shows the progress. */
export function downloadByForm(address: string, about: About) {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = address;
  form.hidden = true;
  const fields =
    'session_ids' in about
      ? about.session_ids.map((id) => ['session_ids', id] as const)
      : [['selection', JSON.stringify(about.selection)] as const];
  for (const [name, value] of fields) {
    const field = document.createElement('input');
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
