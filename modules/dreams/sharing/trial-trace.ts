import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import type { TraceOf } from '../../../src/kit/traces.ts';
import { carriedTrials, trialTraces } from '../tables.ts';

const MONTH_MS = (365.25 / 12) * 24 * 3600_000;

/** A way of signing in, as far as a trace needs it. */
export interface TracedIdentity {
  issuer: string;
  subject: string;
  email: string;
}

interface TraceDeps {
  db: Database;
  clock: Clock;
  traceOf: TraceOf;
  /** for which a trace counts */
  months: number;
  charged: { countCharged(userId: string, since: number): Promise<number> };
}

/**
 * Keeps used-up trials used up when a person deletes an account and comes back: what stays for some months is a number
 * under keyed codes of the identities, which identify nobody.
 */
export function createTrialTraces({ db, clock, traceOf, months, charged }: TraceDeps) {
  const { orm } = db;
  const ended = () => Math.round(clock.now() - months * MONTH_MS);

  /** One code for the identity itself and one for its address, which other ways of signing in share. */
  const codesOf = (identities: readonly TracedIdentity[]): string[] => [
    ...new Set(
      identities.flatMap(({ issuer, subject, email }) => [
        traceOf('trial', `${issuer}\n${subject}`),
        traceOf('trial', `address\n${email.toLowerCase()}`),
      ]),
    ),
  ];

  return {
    /** Before an account is erased. */
    async remember(userId: string, identities: readonly TracedIdentity[]): Promise<void> {
      const used = await charged.countCharged(userId, 0);
      if (used === 0) return;
      const at = clock.now();
      for (const identityHash of codesOf(identities)) {
        await orm
          .insert(trialTraces)
          .values({ identityHash, used, at })
          .onConflictDoUpdate({ target: trialTraces.identityHash, set: { used, at } });
      }
    },

    /** When an account is new. */
    async recall(userId: string, identity: TracedIdentity): Promise<void> {
      const rows = await orm
        .select()
        .from(trialTraces)
        .where(and(inArray(trialTraces.identityHash, codesOf([identity])), gt(trialTraces.at, ended())));
      const used = Math.max(0, ...rows.map((row) => row.used));
      if (used > 0) await orm.insert(carriedTrials).values({ userId, used }).onConflictDoNothing();
    },

    async dropEnded(): Promise<void> {
      await orm.delete(trialTraces).where(lte(trialTraces.at, ended()));
    },
  };
}

/** Trial dreams of an earlier account that count for this one. */
export async function countCarriedTrials({ orm }: Database, userId: string): Promise<number> {
  const [row] = await orm.select().from(carriedTrials).where(eq(carriedTrials.userId, userId));
  return row?.used ?? 0;
}
