import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Mails of a place without a mail server, as files that any mail program opens. */
export function createOutbox(dataDir: string) {
  const folder = join(dataDir, 'outbox');
  const pathOf = (id: string) => join(folder, `${id}.eml`);
  return {
    /**
     * @param beforeEnd awaited when all but the name is written
     * @returns the file
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

    /** Removes mails, whole or half written, from before a moment, in ms since the epoch; files of others stay. */
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
