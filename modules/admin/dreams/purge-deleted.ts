import { AppError } from '../../kit/errors.ts';
import { formatUnit } from '../../kit/texts/formats.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { HiddenCount } from '../contract/sessions.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';

type PurgeDeps = Pick<AdminDeps, 'dreams' | 'disk'>;

export async function countHidden({ dreams, disk }: PurgeDeps): Promise<HiddenCount> {
  await disk.look();
  return { ...(await dreams.hidden.count()), days: dreams.hidden.days, disk_full: isFull(disk) };
}

/**
 * Permanently deletes deleted dreams now: those past their retention, which the daily purge would delete anyway, or all
 * of them, as the way out of a full disk.
 * @returns how many
 * @throws AppError 409 for all of them while the disk has space, since users were promised their days
 */
export async function purgeDeleted(deps: PurgeDeps, audit: Audit, everything: boolean): Promise<number> {
  const { due, waiting, days, disk_full } = await countHidden(deps);
  if (everything && !disk_full) {
    throw new AppError(
      409,
      'disk-has-space',
      m.admin_dreams_error_purge_space({ days: formatUnit(days, 'day') }),
    );
  }
  const detail = inCodes(() => {
    const slots = { count: due, total: due + waiting, waiting, days: formatUnit(days, 'day') };
    return everything ? m.admin_dreams_audit_purge_all(slots) : m.admin_dreams_audit_purge(slots);
  });
  await audit({ action: 'purge', userId: null, targetId: null, detail });
  return deps.dreams.hidden.purge(everything ? 'all' : 'due');
}

/** Same limit as for recordings: below it, nothing large is stored. */
const isFull = ({ full, room }: AdminDeps['disk']) => full || room <= 0;
