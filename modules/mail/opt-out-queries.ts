import { eq, like } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { spelledAddress } from '../kit/email-address.ts';
import type { LedgerOutcome, LedgerPart } from '../kit/ledger.ts';
import type { TraceOf } from '../kit/traces.ts';
import { mailLog, mailOptOuts } from './tables.ts';

/** Queries for opt-outs from news, part of the store. An opt-out contains no address and outlives the account. */
export function createOptOutQueries({ orm, transact }: Database, clock: Clock, traceOf: TraceOf) {
  const codeOf = (address: string) => traceOf('opt-out', spelledAddress(address).toLowerCase());
  const add = (address: string, at: number) =>
    orm
      .insert(mailOptOuts)
      .values({ code: codeOf(address), at })
      .onConflictDoNothing();

  return {
    async findOptOut(address: string): Promise<typeof mailOptOuts.$inferSelect | null> {
      const [row] = await orm
        .select()
        .from(mailOptOuts)
        .where(eq(mailOptOuts.code, codeOf(address)));
      return row ?? null;
    },

    async setOptOut(address: string, isOut: boolean): Promise<void> {
      if (isOut) await add(address, clock.now());
      else await orm.delete(mailOptOuts).where(eq(mailOptOuts.code, codeOf(address)));
    },

    async addressOfMail(mailId: string): Promise<string | null> {
      const [mail] = await orm
        .select({ address: mailLog.toAddress })
        .from(mailLog)
        .where(eq(mailLog.id, mailId));
      return mail?.address ?? null;
    },

    /** Replaces plain addresses stored by earlier versions with their codes. */
    codeOptOuts: () =>
      transact(async () => {
        const plain = await orm.delete(mailOptOuts).where(like(mailOptOuts.code, '%@%')).returning();
        for (const { code: address, at } of plain) await add(address, at);
      }),
  };
}

type OptOut = typeof mailOptOuts.$inferSelect;

/** Ledger of opt-outs from news. */
export function createMailLedger({ orm }: Database): LedgerPart {
  return {
    name: 'mail',
    read: (): Promise<OptOut[]> => orm.select().from(mailOptOuts),

    async restore(optOuts: OptOut[]): Promise<LedgerOutcome> {
      const before = await orm.$count(mailOptOuts);
      await orm.delete(mailOptOuts);
      for (const one of optOuts) await orm.insert(mailOptOuts).values(one);
      return { 'opt-outs': Math.max(0, optOuts.length - before) };
    },
  };
}
