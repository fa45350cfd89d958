import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Plan } from '../../scores/contract/plan.ts';
import { dreamPlans, dreams } from '../tables.ts';

/** Repository queries for what dreams play by themselves, and for the dreams that descend from them. */
export function createPlanQueries({ orm, transact }: Database) {
  return {
    async findPlan(dreamId: string): Promise<Plan | null> {
      const [row] = await orm.select().from(dreamPlans).where(eq(dreamPlans.dreamId, dreamId));
      return row?.plan ?? null;
    },

    savePlan(dreamId: string, plan: Plan): Promise<void> {
      return transact(async () => {
        await orm
          .insert(dreamPlans)
          .values({ dreamId, plan })
          .onConflictDoUpdate({ target: dreamPlans.dreamId, set: { plan } });
        await orm.update(dreams).set({ planned: true }).where(eq(dreams.id, dreamId));
      });
    },
  };
}

/**
 * Detaches the dreams that repeat or continue dreams which are about to be deleted. Those of other people also lose the
 * deleted dreams' prompts that they would be repeated from. Call within a transaction.
 */
export async function orphan(orm: Database['orm'], ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const [parent] = await orm.select({ userId: dreams.userId }).from(dreams).where(eq(dreams.id, id));
    const children = await orm
      .select({ id: dreams.id, userId: dreams.userId })
      .from(dreams)
      .where(eq(dreams.parentId, id));
    if (children.length === 0) continue;
    const foreign = children.filter(({ userId }) => userId !== parent?.userId).map((child) => child.id);
    if (foreign.length > 0) {
      await orm.delete(dreamPlans).where(inArray(dreamPlans.dreamId, foreign));
      await orm.update(dreams).set({ planned: false }).where(inArray(dreams.id, foreign));
    }
    await orm.update(dreams).set({ parentId: null, parentSeconds: null }).where(eq(dreams.parentId, id));
  }
}
