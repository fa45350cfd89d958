import { isLinkOpen } from '../../dreams/contract/held.ts';
import { nameOf } from '../../dreams/contract/sort.ts';
import type { LookedAt } from '../../dreams/dreams.ts';
import { badRequest } from '../../kit/errors.ts';
import { reason } from '../contract/fields.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { noticeText } from '../people/notice-text.ts';

/** A page, its video and its other files count as one look. */
const ONE_LOOK_MS = 3600_000;

const quoted = (name: string | null) => `“${nameOf({ dream_name: name }) || 'untitled'}”`;

/** Logs that an operator views another user's dream, or requires a reason first. */
export function createLookLog({
  store,
  clock,
  looks,
}: Pick<AdminDeps, 'store' | 'clock' | 'looks'>): LookedAt {
  return async ({ operatorId, address, dream }) => {
    if (await store.hasDone('look', operatorId, dream.id, clock.now() - ONE_LOOK_MS)) return 'noted';
    if (looks !== 'noted' && !isLinkOpen(dream)) return looks;
    await store.recordAction({
      action: 'look',
      actorId: operatorId,
      address,
      userId: dream.userId,
      targetId: dream.id,
      detail: quoted(dream.name),
    });
    return 'noted';
  };
}

/**
 * Logs an operator's reason to view a dream during the next hour.
 * @returns the dream's id, or null if it doesn't exist
 * @throws AppError 400 without a reason; 502 if it succeeded but the mail was refused
 */
export async function giveLookReason(
  { dreams, looks, appName }: Pick<AdminDeps, 'dreams' | 'looks' | 'appName'>,
  { decide, origin }: Pick<Operator, 'decide' | 'origin'>,
  given: { session_id?: unknown; reason?: unknown },
): Promise<string | null> {
  const why = reason.safeParse(given.reason);
  if (!why.success) throw badRequest('Please give a reason.');
  const dream = await dreams.repository.find(String(given.session_id));
  if (!dream) return null;
  const name = quoted(dream.name);
  const done = `Somebody who runs ${appName} has opened your dream ${name}, which you do not share: ${origin}/session?session_id=${dream.id}`;
  await decide(async () => ({
    act: { action: 'look', userId: dream.userId, targetId: dream.id, detail: `${name}: ${why.data}` },
    ...(looks === 'mailed' && {
      mail: {
        kind: 'look',
        subject: `An operator has looked at your dream ${name}`,
        text: noticeText([done], why.data),
      },
    }),
  }));
  return dream.id;
}
