import { badRequest } from '../../../src/kit/errors.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import type { LookedAt } from '../../dreams/dreams.ts';
import { isLinkOpen } from '../../dreams/shared/held.ts';
import { nameOf } from '../../dreams/shared/sort.ts';
import type { Audit } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';
import { mailPerson } from '../people/mail-person.ts';
import { reason } from '../schemas/fields.ts';

/** A page, its video and its parts are one look. */
const ONE_LOOK_MS = 3600_000;

const quoted = (name: string | null) => `“${nameOf({ dream_name: name }) || 'untitled'}”`;

/** Writes down that an operator looks at another person's dream, or asks for a reason first. */
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
 * Writes down why an operator looks at a dream for the next hour.
 * @returns the dream's id, null where there is none
 * @throws AppError 400 without a reason; 502 where it is done and the mail could not be sent
 */
export async function giveLookReason(
  deps: Pick<AdminDeps, 'dreams' | 'auth' | 'mail' | 'log' | 'looks' | 'appName'>,
  admin: SessionUser,
  audit: Audit,
  given: { session_id?: unknown; reason?: unknown },
  origin: string,
): Promise<string | null> {
  const why = reason.safeParse(given.reason);
  if (!why.success) throw badRequest('Please give a reason.');
  const dream = await deps.dreams.repository.find(String(given.session_id));
  if (!dream) return null;
  const detail = `${quoted(dream.name)}: ${why.data}`;
  await audit({ action: 'look', userId: dream.userId, targetId: dream.id, detail });
  if (deps.looks === 'mailed') {
    const notice = {
      kind: 'look',
      userId: dream.userId,
      subject: `An operator has looked at your dream ${quoted(dream.name)}`,
      paragraphs: [
        `Somebody who runs ${deps.appName} has opened your dream ${quoted(dream.name)}, which you do not share: ${origin}/session?session_id=${dream.id}`,
      ],
      reason: why.data,
    };
    await mailPerson(deps, admin, notice, origin);
  }
  return dream.id;
}
