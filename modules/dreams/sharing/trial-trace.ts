import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import type { TraceOf } from '../../kit/traces.ts';
import { carriedTrials, trialTraces } from '../tables.ts';

const MONTH_MS = (365.25 / 12) * 24 * 3600_000;

/** The parts of a sign-in method that a trace needs. */
export interface TracedIdentity {
  issuer: string;
  subject: string;
  email: string;
}

interface TraceDeps {
  db: Database;
  clock: Clock;
  traceOf: TraceOf;
  /** Months for which a trace counts. */
  months: number;
  charged: { countCharged(userId: string, since: number): Promise<number> };
}

/**
 * Prevents people from getting new trials by deleting their account and coming back. For some months it keeps the
 * number of used trials under keyed hashes of the account's identities, which don't identify anyone.
 */
export function createTrialTraces({ db, clock, traceOf, months, charged }: TraceDeps) {
  const { orm } = db;
  const ended = () => Math.round(clock.now() - months * MONTH_MS);

  /** One code for the identity and one for its address, which other sign-in methods may share. */
  const codesOf = (identities: readonly TracedIdentity[]): string[] => [
    ...new Set(
      identities.flatMap(({ issuer, subject, email }) => [
        traceOf('trial', `${issuer}\n${subject}`),
        traceOf('trial', `address\n${email.toLowerCase()}`),
      ]),
    ),
  ];

  return {
    /** Called before an account is erased. */
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

    /** Called for a new account. */
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
