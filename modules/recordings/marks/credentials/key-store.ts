import { createHash } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../../../db/database.ts';
import { contentKeys } from '../../tables.ts';

const OWN = 'own';

export interface KeptKeys {
  chain: string;
  key: string;
}

export type KeyStore = ReturnType<typeof createKeyStore>;

/** SQL for the signing certificate, which all servers of a database share. */
export function createKeyStore({ orm }: Pick<Database, 'orm'>) {
  const { chain, key } = contentKeys;

  async function findKeys(): Promise<KeptKeys | null> {
    const [row] = await orm.select({ chain, key }).from(contentKeys).where(eq(contentKeys.id, OWN));
    return row ?? null;
  }

  return {
    findKeys,

    /** Stores the keys, unless another server was first. @returns the stored keys */
    async keepKeys(keys: KeptKeys, madeAt: number): Promise<KeptKeys> {
      await orm
        .insert(contentKeys)
        .values({ id: OWN, ...keys, madeAt })
        .onConflictDoNothing();
      return (await findKeys()) ?? keys;
    },

    /**
     * Replaces the keys, unless another server was first. Keeps the former certificate without its key.
     * @returns the stored keys
     */
    async renewKeys(former: KeptKeys | null, keys: KeptKeys, madeAt: number): Promise<KeptKeys> {
      if (former)
        await orm
          .insert(contentKeys)
          .values({ id: `former-${digestOf(former.chain)}`, chain: former.chain, key: '', madeAt })
          .onConflictDoNothing();
      await orm
        .insert(contentKeys)
        .values({ id: OWN, ...keys, madeAt })
        .onConflictDoUpdate({
          target: contentKeys.id,
          set: { ...keys, madeAt },
          setWhere: eq(chain, former?.chain ?? ''),
        });
      return (await findKeys()) ?? keys;
    },

    /** Current and former signing certificates. */
    async listChains(): Promise<string[]> {
      const rows = await orm.select({ chain }).from(contentKeys).orderBy(desc(contentKeys.madeAt));
      return rows.map((row) => row.chain);
    },
  };
}

const digestOf = (chain: string): string => createHash('sha256').update(chain).digest('hex');
