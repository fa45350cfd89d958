import { forbidden } from '../../../src/kit/errors.ts';
import type { AppContext } from '../../../src/web/context.ts';
import { requirePerson } from '../../../src/web/guards.ts';
import type { Dream } from '../queries/course.ts';
import type { LinkFacts } from '../shared/held.ts';

/** An operator's look at another person's dream. */
export interface Look {
  operatorId: string;
  /** of the operator's network */
  address: string;
  dream: Pick<Dream, 'id' | 'userId' | 'name'> & LinkFacts;
}

/** @returns `noted` where they may go on; else a reason is wanted first, which its owner may get by mail */
export type LookedAt = (look: Look) => Promise<'noted' | 'asked' | 'mailed'>;

/** Reports who looks at a dream that is not their own. @returns what is wanted of them first */
export async function askForLook(
  c: AppContext,
  lookedAt: LookedAt,
  dream: Look['dream'],
): ReturnType<LookedAt> {
  const { id } = requirePerson(c);
  if (id === dream.userId) return 'noted';
  return lookedAt({ operatorId: id, address: c.get('address'), dream });
}

/** The same for parts of a dream. @throws AppError 403 where a reason is wanted first */
export async function noteLook(c: AppContext, lookedAt: LookedAt, dream: Look['dream']): Promise<void> {
  if ((await askForLook(c, lookedAt, dream)) === 'noted') return;
  throw forbidden('Open the page of this dream, and say first why you look at it.');
}
