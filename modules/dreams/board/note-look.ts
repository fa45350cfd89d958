import type { AppContext } from '../../../src/web/context.ts';
import { requirePerson } from '../../../src/web/guards.ts';
import type { Dream } from '../queries/course.ts';

/** An operator's look at another person's dream. */
export interface Look {
  operatorId: string;
  /** of the operator's network */
  address: string;
  dream: Pick<Dream, 'id' | 'userId' | 'name'>;
}

export type LookedAt = (look: Look) => Promise<void>;

/** Reports who looks at a dream that is not their own. */
export async function noteLook(c: AppContext, lookedAt: LookedAt, dream: Look['dream']): Promise<void> {
  const { id } = requirePerson(c);
  if (id === dream.userId) return;
  await lookedAt({ operatorId: id, address: c.get('address'), dream });
}
