import { eq, gte, inArray, sql } from 'drizzle-orm';
import type { Jobs } from '../jobs/jobs.ts';
import { agreeIn, type LedgerOutcome, type LedgerPart } from '../kit/ledger.ts';
import type { Kit } from '../module.ts';
import { isLinkOpen } from './contract/held.ts';
import { CONDEMNED_AT } from './queries/trash.ts';
import { dreams, erasedDreams, HELD, trialTraces, UNSHARED } from './tables.ts';
import { purgeSoon } from './trash/purge-hidden.ts';

const STATE = {
  id: dreams.id,
  hiddenAt: dreams.hiddenAt,
  shared: dreams.shared,
  takenDownAt: dreams.takenDownAt,
  takenDownReason: dreams.takenDownReason,
  removedAt: dreams.removedAt,
  removedReason: dreams.removedReason,
  reportsHeldAt: dreams.reportsHeldAt,
  flaggedHeldAt: dreams.flaggedHeldAt,
  uncheckedHeldAt: dreams.uncheckedHeldAt,
};
type State = Pick<typeof dreams.$inferSelect, keyof typeof STATE>;

/** State of a dream that is neither closed nor deleted. */
const OPEN: Omit<State, 'id'> = {
  hiddenAt: null,
  shared: true,
  takenDownAt: null,
  takenDownReason: null,
  removedAt: null,
  removedReason: null,
  reportsHeldAt: null,
  flaggedHeldAt: null,
  uncheckedHeldAt: null,
};
const COLUMNS = Object.keys(OPEN) as (keyof typeof OPEN)[];

interface DreamFacts {
  erased: string[];
  /** Dreams whose state differs from `OPEN`. */
  states: State[];
  trials: (typeof trialTraces.$inferSelect)[];
}

/** Maximum ids per statement. */
const AT_ONCE = 500;

type LedgerDeps = Pick<Kit<unknown>, 'db' | 'traceOf'>;

/** Records deleted dreams and closed links. */
export function createDreamsLedger(
  { db, traceOf }: LedgerDeps,
  jobs: Pick<Jobs, 'enqueue'>,
): LedgerPart & { forget(before: number): Promise<unknown> } {
  const { orm } = db;

  /** Uses a narrow index for each condition. */
  const listStates = (): Promise<State[]> =>
    orm
      .select(STATE)
      .from(dreams)
      .where(
        inArray(
          dreams.id,
          sql`(select id from dreams where hidden_at is not null union select id from dreams where taken_down_at is not null
            union select id from dreams where removed_at is not null union select id from dreams where ${HELD}
            union select id from dreams where ${UNSHARED})`,
        ),
      );

  async function condemn(codes: string[]): Promise<number> {
    if (codes.length === 0) return 0;
    const erased = new Set(codes);
    const rows = await orm.select({ id: dreams.id, hiddenAt: dreams.hiddenAt }).from(dreams);
    const due = rows.filter(({ id }) => erased.has(traceOf('erased', id)));
    for (const ids of pieces(due.map(({ id }) => id)))
      await orm.update(dreams).set({ hiddenAt: CONDEMNED_AT }).where(inArray(dreams.id, ids));
    return due.filter(({ hiddenAt }) => hiddenAt !== CONDEMNED_AT).length;
  }

  /** States of those dreams that exist here. */
  async function statesOf(ids: string[]): Promise<State[]> {
    const found: State[] = [];
    for (const some of pieces(ids))
      found.push(...(await orm.select(STATE).from(dreams).where(inArray(dreams.id, some))));
    return found;
  }

  return {
    name: 'dreams',

    async read(since): Promise<DreamFacts> {
      const codes = await orm
        .select({ code: erasedDreams.code })
        .from(erasedDreams)
        .where(gte(erasedDreams.at, since));
      return {
        erased: codes.map(({ code }) => code),
        states: await listStates(),
        trials: await orm.select().from(trialTraces),
      };
    },

    async restore({ erased, states, trials }: DreamFacts, knowsAll): Promise<LedgerOutcome> {
      const recorded = new Map(states.map(({ id, ...state }) => [id, state]));
      const ids = new Set([...recorded.keys(), ...(await listStates()).map(({ id }) => id)]);
      const count = { 'links closed': 0, 'links opened': 0, 'dreams hidden': 0, 'dreams brought back': 0 };
      for (const { id, ...was } of await statesOf([...ids])) {
        const is = recorded.get(id) ?? (knowsAll ? OPEN : was);
        if (agreeIn(COLUMNS, is, was)) continue;
        await orm.update(dreams).set(is).where(eq(dreams.id, id));
        if (isGone(is) !== isGone(was)) count[isGone(is) ? 'dreams hidden' : 'dreams brought back'] += 1;
        else if (isLinkOpen(is) !== isLinkOpen(was))
          count[isLinkOpen(is) ? 'links opened' : 'links closed'] += 1;
      }
      for (const trace of trials)
        await orm
          .insert(trialTraces)
          .values(trace)
          .onConflictDoUpdate({ target: trialTraces.identityHash, set: trace });
      // After the states, because an erasure overrides every other fact.
      const gone = await condemn(erased);
      await purgeSoon(jobs);
      return { ...count, 'dreams erased': gone };
    },

    /** Deletes codes of dreams that are no longer in any backup. */
    forget: (before) => orm.delete(erasedDreams).where(sql`${erasedDreams.at} < ${before}`),
  };
}

const isGone = ({ hiddenAt, removedAt }: Omit<State, 'id'>) => hiddenAt !== null || removedAt !== null;

function* pieces<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE);
}
