import { AppError } from '../../src/kit/errors.ts';
import type { Role, SessionUser } from '../auth/schemas.ts';
import type { Audit } from './audit.ts';
import type { AdminDeps } from './deps.ts';
import { welcomeMail } from './welcome-mail.ts';

type ChangeDeps = Pick<AdminDeps, 'auth' | 'mail' | 'billing' | 'stream' | 'log' | 'appName'>;

/** @throws AppError 404, 409 for the last admin */
export async function changeUserRole(
  deps: ChangeDeps,
  admin: SessionUser,
  audit: Audit,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  await deps.auth.changeRole({ userId, role, source: 'admin', actorId: admin.id }, (before) =>
    audit({ action: 'role', userId, targetId: null, detail: `${before.role} → ${role}` }),
  );
  if (role !== 'admin') deps.stream.closeOperator(userId);
}

/**
 * Makes a person subscribed and welcomes them. Somebody who is subscribed, or an admin, is left alone.
 * @throws AppError 404, 409 for who needs no grant, 502 when the role is given but the mail could not be sent
 */
export async function grantBeta(
  deps: ChangeDeps,
  admin: SessionUser,
  audit: Audit,
  userId: string,
  origin: string,
): Promise<void> {
  const before = await deps.auth.findUser(userId);
  if (before && before.role !== 'user')
    throw new AppError(409, 'already', `${before.name} is already in the beta!`);
  const { user, changed } = await deps.auth.changeRole(
    { userId, role: 'subscribed', source: 'beta', actorId: admin.id },
    ({ role }) => audit({ action: 'beta', userId, targetId: null, detail: `${role} → subscribed` }),
  );
  if (!changed) throw new AppError(409, 'already', `${user.name} is already in the beta!`);
  try {
    await deps.mail.send({
      kind: 'welcome',
      to: user.email,
      userId: user.id,
      ...welcomeMail(deps.appName, user.name, (await deps.billing.shownPrices()).basic, origin),
    });
  } catch (error) {
    deps.log.warn('mail not sent', { kind: 'welcome', error });
    throw new AppError(502, 'mail', 'The role was changed, but the welcome mail could not be sent.');
  }
}
