import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { carriedTrials, trialTraces } from '../tables.ts';

/** A way of signing in, as far as a trace needs it. */
export interface TracedIdentity {
  issuer: string;
  subject: string;
  email: string;
}

const derive = promisify(scrypt) as (secret: string, salt: string, length: number) => Promise<Buffer>;

/**
 * Keeps used-up trials used up when a person deletes an account and comes back: what stays is a number under slow
 * hashes of the identities, which identify nobody.
 */
export function createTrialTraces(
  { orm }: Database,
  charged: { countCharged(userId: string, since: number): Promise<number> },
) {
  return {
    /** Before an account is erased. */
    async remember(userId: string, identities: readonly TracedIdentity[]): Promise<void> {
      const used = await charged.countCharged(userId, 0);
      if (used === 0) return;
      for (const identityHash of await hashesOf(identities)) {
        await orm
          .insert(trialTraces)
          .values({ identityHash, used })
          .onConflictDoUpdate({ target: trialTraces.identityHash, set: { used } });
      }
    },

    /** When an account is new. */
    async recall(userId: string, identity: TracedIdentity): Promise<void> {
      // Slow hashes take their time of each sign-up: not where there is nothing to compare them with.
      if ((await orm.select({ used: trialTraces.used }).from(trialTraces).limit(1)).length === 0) return;
      const rows = await orm
        .select()
        .from(trialTraces)
        .where(inArray(trialTraces.identityHash, await hashesOf([identity])));
      const used = Math.max(0, ...rows.map((row) => row.used));
      if (used > 0) await orm.insert(carriedTrials).values({ userId, used }).onConflictDoNothing();
    },
  };
}

/** Trial dreams of an earlier account that count for this one. */
export async function countCarriedTrials({ orm }: Database, userId: string): Promise<number> {
  const [row] = await orm.select().from(carriedTrials).where(eq(carriedTrials.userId, userId));
  return row?.used ?? 0;
}

/** One hash for the identity itself and one for its address, which other ways of signing in share. */
async function hashesOf(identities: readonly TracedIdentity[]): Promise<string[]> {
  const names = new Set(
    identities.flatMap(({ issuer, subject, email }) => [
      `${issuer}\n${subject}`,
      `address\n${email.toLowerCase()}`,
    ]),
  );
  return Promise.all(
    [...names].map(async (name) => (await derive(name, 'trial trace', 32)).toString('base64url')),
  );
}
