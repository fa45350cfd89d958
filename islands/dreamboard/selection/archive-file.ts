import { newId } from '../../browser/new-id.ts';
import type { About } from './choice.ts';

const FOLDER = 'archives';
/** Time that a finished archive stays for the browser to copy it; that of a closed page is deleted after it. */
const KEPT_MS = 10 * 60_000;

export interface ArchiveFile {
  writable: WritableStream<Uint8Array>;
  /** Hands it to the person as a download. */
  save(name: string): Promise<void>;
  discard(): Promise<void>;
}

/**
 * A file in the page's own part of the disk, so that an archive need not fit into memory.
 * @param bytes that it will have
 * @returns null where the browser has no such place, or no room in it
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

/** Takes away what pages that were closed have left. */
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
    // There is no such place, or nothing in it.
  }
}

/** Leaves the download to the browser: it asks for the archive by a form, and shows the progress itself. */
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
