import { createHash } from 'node:crypto';
import type { Storage } from '../modules/kit/storage/storage.ts';

/** Maps every key of a storage to the SHA-256 of its contents; with `times`, includes their timestamps. */
export async function contentsOf(storage: Storage, { times = false } = {}): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const key of await storage.list('')) {
    const file = await storage.open(key);
    const content = new Uint8Array(await new Response(file?.stream ?? null).arrayBuffer());
    found[key] = digest(content) + (times ? ` ${file?.modifiedAt.toISOString()}` : '');
  }
  return found;
}

export const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
