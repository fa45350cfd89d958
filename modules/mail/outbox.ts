import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Stores mails as files that any mail program can open, for installations without a mail server. */
export function createOutbox(dataDir: string) {
  const folder = join(dataDir, 'outbox');
  const pathOf = (id: string) => join(folder, `${id}.eml`);
  return {
    /**
     * @param beforeEnd awaited when everything but the final name is written
     * @returns path of the file
     */
    async put(id: string, bytes: Uint8Array, beforeEnd: () => Promise<void>): Promise<string> {
      const path = pathOf(id);
      await mkdir(folder, { recursive: true });
      await writeFile(`${path}.part`, bytes, { mode: 0o600 });
      await beforeEnd();
      await rename(`${path}.part`, path);
      return path;
    },

    async remove(ids: readonly string[]): Promise<void> {
      for (const id of ids) await rm(pathOf(id), { force: true });
    },

    /** Deletes mails, complete or partial, older than `before` (ms since the epoch); other files stay. */
    async forget(before: number): Promise<void> {
      for (const name of await readdir(folder).catch(() => [])) {
        if (!/^[\w-]+\.eml(\.part)?$/.test(name)) continue;
        const path = join(folder, name);
        const found = await stat(path).catch(() => null);
        if (found && found.mtimeMs < before) await rm(path, { force: true });
      }
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
