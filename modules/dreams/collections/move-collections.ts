import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { COLLECTION_NAME_MAX } from '../contract/limits.ts';
import { nameKey } from '../contract/sort.ts';
import { collections } from '../tables.ts';

/** The name with another number, within its limit. */
function numbered(name: string, n: number): string {
  const suffix = ` (${n})`;
  const start = [...name.replace(/ \(\d+\)$/, '')].slice(0, COLLECTION_NAME_MAX - suffix.length);
  return start.join('') + suffix;
}

/** Moves collections to another account of the same person. Names that both accounts use get a number. */
export async function moveCollections(orm: Database['orm'], from: string, to: string): Promise<void> {
  const listOf = (userId: string) => orm.select().from(collections).where(eq(collections.userId, userId));
  const taken = new Set((await listOf(to)).map((row) => row.nameKey));
  for (const { id, name: given } of await listOf(from)) {
    let name = given;
    for (let n = 2; taken.has(nameKey(name) ?? ''); n += 1) name = numbered(given, n);
    const key = nameKey(name) ?? '';
    taken.add(key);
    await orm.update(collections).set({ userId: to, name, nameKey: key }).where(eq(collections.id, id));
  }
}
