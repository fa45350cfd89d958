import { and, eq, gte, isNull } from 'drizzle-orm';
import { agreeIn, type LedgerOutcome, type LedgerPart } from '../kit/ledger.ts';
import type { Kit } from '../module.ts';
import { apiTokens, loginSessions, signInBlocks, suspensionTraces, users } from './tables.ts';

const STATE = {
  id: users.id,
  erasureAt: users.erasureAt,
  suspendedAt: users.suspendedAt,
  suspendedUntil: users.suspendedUntil,
  suspendedReason: users.suspendedReason,
};
type State = Pick<typeof users.$inferSelect, keyof typeof STATE>;

const OPEN: Omit<State, 'id'> = {
  erasureAt: null,
  suspendedAt: null,
  suspendedUntil: null,
  suspendedReason: null,
};
const COLUMNS = Object.keys(OPEN) as (keyof typeof OPEN)[];

interface AccountFacts {
  erased: string[];
  /** accounts that are closed or suspended */
  states: State[];
  blocks: (typeof signInBlocks.$inferSelect)[];
  traces: (typeof suspensionTraces.$inferSelect)[];
  /** ids of all API tokens, so that revoked ones stay revoked; earlier versions had none */
  tokens?: string[];
}

/**
 * Ledger of account closures, suspensions and blocks.
 * @param scheduleErasure schedules the erasure of a closed account
 */
export function createAccountLedger(
  { db, clock, traceOf }: Pick<Kit<unknown>, 'db' | 'clock' | 'traceOf'>,
  scheduleErasure: (userId: string, erasureAt: number) => Promise<unknown>,
): LedgerPart {
  const { orm } = db;

  async function restoreBlocks(blocks: AccountFacts['blocks']): Promise<number> {
    const before = new Set(
      (await orm.select({ id: signInBlocks.id }).from(signInBlocks)).map(({ id }) => id),
    );
    const after = new Set(blocks.map(({ id }) => id));
    await orm.delete(signInBlocks);
    for (const block of blocks) await orm.insert(signInBlocks).values(block);
    return before.symmetricDifference(after).size;
  }

  return {
    name: 'accounts',

    async read(since): Promise<AccountFacts> {
      const erased = await orm
        .select({ id: users.id })
        .from(users)
        .where(and(gte(users.deletedAt, since), isNull(users.guestUntil)));
      const living = await orm.select(STATE).from(users).where(isNull(users.deletedAt));
      return {
        erased: erased.map(({ id }) => traceOf('erased', id)),
        states: living.filter(({ erasureAt, suspendedAt }) => erasureAt !== null || suspendedAt !== null),
        blocks: await orm.select().from(signInBlocks),
        traces: await orm.select().from(suspensionTraces),
        tokens: (await orm.select({ id: apiTokens.id }).from(apiTokens)).map(({ id }) => id),
      };
    },

    async restore(
      { erased, states, blocks, traces, tokens = [] }: AccountFacts,
      knowsAll,
    ): Promise<LedgerOutcome> {
      const codes = new Set(erased);
      const wanted = new Map(states.map(({ id, ...state }) => [id, state]));
      const living = await orm.select(STATE).from(users).where(isNull(users.deletedAt));
      const count = {
        'accounts erased': 0,
        'accounts closed': 0,
        'accounts kept': 0,
        'accounts suspended': 0,
        'suspensions lifted': 0,
      };
      const out: string[] = [];
      for (const { id, ...was } of living) {
        const isErased = codes.has(traceOf('erased', id));
        const is = isErased
          ? { ...was, erasureAt: clock.now() }
          : (wanted.get(id) ?? (knowsAll ? OPEN : was));
        if (agreeIn(COLUMNS, is, was)) continue;
        await orm.update(users).set(is).where(eq(users.id, id));
        if (is.erasureAt !== null && is.erasureAt !== was.erasureAt) await scheduleErasure(id, is.erasureAt);
        if (isErased) count['accounts erased'] += 1;
        else if ((is.erasureAt === null) !== (was.erasureAt === null))
          count[is.erasureAt === null ? 'accounts kept' : 'accounts closed'] += 1;
        if ((is.suspendedAt === null) !== (was.suspendedAt === null))
          count[is.suspendedAt === null ? 'suspensions lifted' : 'accounts suspended'] += 1;
        if (is.erasureAt !== null || is.suspendedAt !== null) out.push(id);
      }
      const alive = new Set(tokens);
      for (const { id } of await orm.select({ id: apiTokens.id }).from(apiTokens))
        if (!alive.has(id)) await orm.delete(apiTokens).where(eq(apiTokens.id, id));
      for (const id of out) {
        await orm.delete(loginSessions).where(eq(loginSessions.userId, id));
        await orm.delete(apiTokens).where(eq(apiTokens.userId, id));
      }
      const known = new Set((await orm.select({ id: users.id }).from(users)).map(({ id }) => id));
      await orm.delete(suspensionTraces);
      for (const trace of traces)
        if (trace.userId === null || known.has(trace.userId))
          await orm.insert(suspensionTraces).values(trace);
      return { ...count, blocks: await restoreBlocks(blocks) };
    },
  };
}
