import { isLinkOpen } from '../../dreams/contract/held.ts';
import { nameOf } from '../../dreams/contract/names.ts';
import type { LookedAt } from '../../dreams/dreams.ts';
import { badRequest } from '../../kit/errors.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { reason } from '../contract/fields.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { notice } from '../people/notice.ts';

/** A page, its video and its other files count as one look. */
const ONE_LOOK_MS = 3600_000;

const shownName = (name: string | null) => nameOf({ dream_name: name }) || m.dreams_untitled();

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
      detail: inCodes(() => m.admin_dreams_audit_dream({ name: shownName(dream.name) })),
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
  if (!why.success) throw badRequest(m.admin_dreams_error_look_reason());
  const dream = await dreams.repository.find(String(given.session_id));
  if (!dream) return null;
  await decide(async () => {
    const slots = () => ({ app: appName, name: shownName(dream.name), reason: why.data });
    const detail = inCodes(() => m.admin_dreams_audit_dream_reason(slots()));
    return {
      act: { action: 'look', userId: dream.userId, targetId: dream.id, detail },
      ...(looks === 'mailed' && {
        mail: notice('look', why.data, () => [
          m.admin_dreams_look_mail_subject(slots()),
          m.admin_dreams_look_mail_text(slots()),
          `${origin}/session?session_id=${dream.id}`,
        ]),
      }),
    };
  });
  return dream.id;
}
