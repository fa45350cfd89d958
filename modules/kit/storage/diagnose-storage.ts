import { randomBytes } from 'node:crypto';
import { newId } from '../ids.ts';
import { error, type Finding, ok, warning } from '../settings/finding.ts';
import type { Storage } from './storage.ts';

const PROBE_BYTES = 64 * 1024;
const LINK_TIMEOUT_MS = 10_000;

/**
 * Writes a file, reads it back (through a link too, if supported), and deletes it.
 * @throws StorageError if the storage refuses or is unreachable
 */
export async function diagnoseStorage(storage: Storage): Promise<Finding[]> {
  const key = `probe/${newId()}`;
  const content = randomBytes(PROBE_BYTES);
  const began = performance.now();
  await storage.check();
  try {
    await storage.put(key, content, 'application/octet-stream');
    const file = await storage.open(key);
    const read = Buffer.from(await new Response(file?.stream ?? null).arrayBuffer());
    if (!read.equals(content))
      return [error(`${storage.place} gives back something else than was stored`, 'Use another storage.')];
    const took = Math.round(performance.now() - began);
    return [
      ok(`${storage.place} can be written, read and deleted (${took} ms)`),
      ...(await diagnoseLink(storage, key, content)),
    ];
  } finally {
    await storage.delete(key);
  }
}

async function diagnoseLink(storage: Storage, key: string, content: Buffer): Promise<Finding[]> {
  const type = 'application/octet-stream';
  const headers = { contentType: type, contentDisposition: 'inline', cacheControl: 'private' };
  const link = await storage.link(key, headers);
  if (link === null) return [];
  try {
    const answer = await fetch(link, { signal: AbortSignal.timeout(LINK_TIMEOUT_MS) });
    const read = Buffer.from(await answer.arrayBuffer());
    if (answer.ok && read.equals(content))
      return [ok(`links lead to ${new URL(link).origin}, where this machine gets the file`)];
    return [
      error(
        `a link to ${new URL(link).origin} is answered ${answer.status}`,
        'Set STORAGE_PROXY=on, or let that server take signed links.',
      ),
    ];
  } catch (fault) {
    return [
      warning(
        `a link to ${new URL(link).origin} can't be followed from here (${(fault as Error).message})`,
        'Where browsers can’t either, set STORAGE_PROXY=on.',
      ),
    ];
  }
}
