import { AppError } from '../../../src/kit/errors.ts';
import type { User } from '../../auth/auth.ts';
import type { Role, SessionUser } from '../../auth/schemas.ts';
import { roleLabel } from '../../auth/shared/roles.ts';
import type { Audit } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';
import type { Rights } from '../schemas/people.ts';
import { welcomeMail } from './welcome-mail.ts';

type ChangeDeps = Pick<AdminDeps, 'auth' | 'mail' | 'stream' | 'log' | 'appName'> & {
  billing: Pick<AdminDeps['billing'], 'shownPrices'>;
};

/** @throws AppError 404, 409 for the last admin, or where the person is not what the change was based on */
export async function changeUserRole(
  deps: ChangeDeps,
  admin: SessionUser,
  audit: Audit,
  { userId, role, basedOn }: { userId: string; role: Role; basedOn?: Rights | undefined },
): Promise<void> {
  await deps.auth.changeRole(
    {
      userId,
      role,
      source: 'admin',
      actorId: admin.id,
      refuse: (user) => (basedOn && !hasRights(user, basedOn) ? conflict(user) : null),
    },
    (before) => audit({ action: 'role', userId, targetId: null, detail: `${before.role} → ${role}` }),
  );
  if (role !== 'admin') deps.stream.closeOperator(userId);
}

/**
 * Makes a person subscribed and welcomes them. A subscriber or an admin is left alone.
 * @returns the outcome of the mail, which waits where its mail server says "later"
 * @throws AppError 404, 409 for a person who needs no grant, 502 when the role is given but the mail could not be
 * sent
 */
export async function grantBeta(
  deps: ChangeDeps,
  admin: SessionUser,
  audit: Audit,
  userId: string,
  origin: string,
): Promise<'sent' | 'waiting'> {
  const already = ({ name }: User) => new AppError(409, 'already', `${name} is already in the beta!`);
  const { user, changed } = await deps.auth.changeRole(
    {
      userId,
      role: 'subscribed',
      source: 'beta',
      actorId: admin.id,
      refuse: (now) => (now.role === 'user' ? null : already(now)),
    },
    ({ role }) => audit({ action: 'beta', userId, targetId: null, detail: `${role} → subscribed` }),
  );
  if (!changed) throw already(user);
  try {
    const { basic } = await deps.billing.shownPrices();
    const { subject, text } = welcomeMail(deps.appName, user.name, basic, origin);
    const kind = 'welcome';
    return await deps.mail.sendOrPostpone(
      { kind, subject, content: text, person: user, createdBy: admin.id, origin },
      (more) =>
        deps.mail.send({ ...more, kind, to: user.email, userId: user.id, subject, text, isKept: true }),
    );
  } catch (error) {
    deps.log.warn('mail not sent', { kind: 'welcome', error });
    throw new AppError(502, 'mail', 'The role was changed, but the welcome mail could not be sent.');
  }
}

const hasRights = (user: User, { role, subscription_tier }: Rights) =>
  user.role === role && user.subscriptionTier === subscription_tier;

/** Two operators, or an operator and a payment: the second sees the first's change and decides again. */
function conflict({ id, name, role, subscriptionTier }: User): AppError {
  const now = subscriptionTier ? `${roleLabel(role)} (${subscriptionTier})` : roleLabel(role);
  return new AppError(
    409,
    'changed-meanwhile',
    `${name} is ${now} by now: the role was changed meanwhile. Nothing was changed this time.`,
    { extra: { user: { id, role, subscription_tier: subscriptionTier } } },
  );
}
