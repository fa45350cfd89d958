import { eq } from 'drizzle-orm';
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
  };
}
