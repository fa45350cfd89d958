import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import type { SetupDataRequest } from './contract/setup.ts';
import type { AdminDeps } from './deps.ts';
import type { Audit } from './operator.ts';

/**
 * Saves changed settings, creating what they need at Stripe first if asked to, or restarts the program with them.
 * @throws AppError 400, 409
 */
export async function changeSetup(
  { setup }: Pick<AdminDeps, 'setup'>,
  audit: Audit,
  asked: Extract<SetupDataRequest, { action: 'save' | 'makeStripe' | 'restart' }>,
): Promise<void> {
  if (asked.action !== 'restart') {
    const noted = async (lines: readonly string[]) => {
      for (const detail of lines) await audit({ action: 'settings', userId: null, targetId: null, detail });
    };
    if (asked.action === 'save') await setup.save(asked.part, asked.changes, asked.basis, noted);
    else await setup.makeStripe(asked.changes, asked.prices, asked.basis, noted);
    return;
  }
  const { waits } = asked;
  const detail = inCodes(() => (waits ? m.admin_restart_audit_waits() : m.admin_restart_audit_now()));
  await audit({ action: 'restart', userId: null, targetId: null, detail });
  setup.restart(waits);
}
