import type { LookedAt } from '../../dreams/dreams.ts';
import { nameOf } from '../../dreams/shared/sort.ts';
import type { AdminDeps } from '../deps.ts';

/** A page, its video and its parts are one look. */
const ONE_LOOK_MS = 3600_000;

/** Writes down that an operator looked at another person's dream. */
export function createLookLog({ store, clock }: Pick<AdminDeps, 'store' | 'clock'>): LookedAt {
  return async ({ operatorId, address, dream }) => {
    const since = clock.now() - ONE_LOOK_MS;
    if (await store.hasLooked(operatorId, dream.id, since)) return;
    await store.recordAction({
      action: 'look',
      actorId: operatorId,
      address,
      userId: dream.userId,
      targetId: dream.id,
      detail: `“${nameOf({ dream_name: dream.name }) || 'untitled'}”`,
    });
  };
}
