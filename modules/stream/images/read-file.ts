import type { Storage } from '../../kit/storage/storage.ts';

/** Null if it doesn't exist. */
export async function readFile(storage: Pick<Storage, 'open'>, key: string): Promise<Buffer | null> {
  const file = await storage.open(key);
  return file && Buffer.from(await new Response(file.stream).arrayBuffer());
}
