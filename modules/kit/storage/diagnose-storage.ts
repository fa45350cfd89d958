import { randomBytes } from 'node:crypto';
import { newId } from '../ids.ts';
import { error, type Finding, ok, warning } from '../settings/finding.ts';
import { m } from '../texts/m.ts';
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
      return [error(m.kit_storage_differs({ place: storage.place }), m.kit_storage_differs_cure())];
    const took = Math.round(performance.now() - began);
    return [
      ok(m.kit_storage_ok({ place: storage.place, ms: took })),
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
      return [ok(m.kit_storage_link_ok({ origin: new URL(link).origin }))];
    return [
      error(
        m.kit_storage_link_refused({ origin: new URL(link).origin, status: String(answer.status) }),
        m.kit_storage_link_refused_cure(),
      ),
    ];
  } catch (fault) {
    return [
      warning(
        m.kit_storage_link_failed({ origin: new URL(link).origin, why: (fault as Error).message }),
        m.kit_storage_link_failed_cure(),
      ),
    ];
  }
}
