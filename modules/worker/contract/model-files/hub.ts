import { z } from 'zod';
import type { HubFile, Licence } from '../presets.ts';
import { FileFault, type FileFaultKind } from './file-fault.ts';

export interface HubEntry {
  path: string;
  bytes: number;
  /**
   * checksum of the whole file: SHA-256 for large files, git's blob hash for small ones. `version` isn't a checksum, but
   * changes with the file
   */
  checksum: { kind: 'sha256' | 'git' | 'version'; value: string };
}

const TIMEOUT_MS = 30_000;

const tree = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number(),
    oid: z.string(),
    lfs: z.object({ oid: z.string(), size: z.number() }).nullish(),
  }),
);
const card = z.object({ cardData: z.object({ license: z.string().nullish() }).nullish() });

/** The model hub, or a mirror with the same API. */
export function createHub(base: string) {
  async function ask<T extends z.ZodType>(repo: string, path: string, schema: T): Promise<z.output<T>> {
    const url = `${base}/api/models/${repo}${path}`;
    const fault = (why: string, kind: FileFaultKind = 'unreachable') =>
      new FileFault(kind, { subject: `${repo} (${url})`, reason: why });
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
      throw fault(unreached(error));
    });
    // The hub returns 401 for repositories that don't exist, since they might be private.
    const isMissing = response.status === 404 || response.status === 401;
    if (!response.ok) throw fault(`it answered ${response.status}`, isMissing ? 'missing' : 'unreachable');
    const read = schema.safeParse(await response.json().catch(() => null));
    if (!read.success) throw fault('the answer isn’t a model hub’s');
    return read.data;
  }

  return {
    async list(repo: string, revision: string): Promise<HubEntry[]> {
      const entries = await ask(repo, `/tree/${revision}?recursive=true`, tree);
      return entries
        .filter(({ type }) => type === 'file')
        .map(({ path, size, oid, lfs }) => ({
          path,
          bytes: lfs?.size ?? size,
          checksum: lfs ? { kind: 'sha256', value: lfs.oid } : { kind: 'git', value: oid },
        }));
    },
    async licence(repo: string): Promise<Licence> {
      const { cardData } = await ask(repo, '', card);
      return { name: cardData?.license ?? '', url: `${base}/${repo}` };
    },
    url: (repo: string, revision: string, path: string) => `${base}/${repo}/resolve/${revision}/${path}`,
  };
}

export type Hub = ReturnType<typeof createHub>;

/** Runtimes word network errors differently; only the system's error code is common. */
function unreached(error: Error & { code?: string; cause?: { code?: string } }): string {
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`;
  const code = error.cause?.code ?? error.code;
  return `no connection${typeof code === 'string' ? ` (${code})` : ''}`;
}

/** A model file that has been looked up but not necessarily downloaded. */
export type PlannedFile = HubFile & HubEntry;

export const sizeOf = (files: readonly { bytes: number }[]) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);
