import { forbidden } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext } from '../../web/context.ts';
import { requireDreamer } from '../../web/guards.ts';
import type { LinkFacts } from '../contract/held.ts';
import type { Dream } from '../queries/live.ts';

/** An operator is opening another person's dream. */
export interface Look {
  operatorId: string;
  /** The operator's IP address. */
  address: string;
  dream: Pick<Dream, 'id' | 'userId' | 'name'> & LinkFacts;
}

/**
 * @returns `noted` if the operator may continue; otherwise a reason is required first, and `mailed` means that the
 * owner will receive it
 */
export type LookedAt = (look: Look) => Promise<'noted' | 'asked' | 'mailed'>;

/** Reports that a person is opening a dream that isn't theirs. @returns what they must do first */
export async function askForLook(
  c: AppContext,
  lookedAt: LookedAt,
  dream: Look['dream'],
): ReturnType<LookedAt> {
  const { id } = requireDreamer(c).dreamer;
  if (id === dream.userId) return 'noted';
  return lookedAt({ operatorId: id, address: c.get('address'), dream });
}

/** As above, for a dream's media and data. @throws AppError 403 if a reason is required first */
export async function noteLook(c: AppContext, lookedAt: LookedAt, dream: Look['dream']): Promise<void> {
  if ((await askForLook(c, lookedAt, dream)) === 'noted') return;
  throw forbidden(m.dreams_error_look_first());
}
