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

/** All SQL of the certificate by which files are signed: one for all servers of the database. */
export function createKeyStore({ orm }: Pick<Database, 'orm'>) {
  const { chain, key } = contentKeys;

  async function findKeys(): Promise<KeptKeys | null> {
    const [row] = await orm.select({ chain, key }).from(contentKeys).where(eq(contentKeys.id, OWN));
    return row ?? null;
  }

  return {
    findKeys,

    /** Keeps these, unless another server has been quicker. @returns those that are kept */
    async keepKeys(keys: KeptKeys, madeAt: number): Promise<KeptKeys> {
      await orm
        .insert(contentKeys)
        .values({ id: OWN, ...keys, madeAt })
        .onConflictDoNothing();
      return (await findKeys()) ?? keys;
    },

    /**
     * Puts new ones in the place of others, unless another server has been quicker; the former certificate is kept, without
     * its key.
     * @returns those that are kept
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

    /** Certificates that files are signed with, and were before. */
    async listChains(): Promise<string[]> {
      const rows = await orm.select({ chain }).from(contentKeys).orderBy(desc(contentKeys.madeAt));
      return rows.map((row) => row.chain);
    },
  };
}

const digestOf = (chain: string): string => createHash('sha256').update(chain).digest('hex');
