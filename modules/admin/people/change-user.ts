import type { User } from '../../auth/auth.ts';
import { PLANS } from '../../billing/contract/plans.ts';
import { AppError } from '../../kit/errors.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { greetingOf } from '../../mail/contract/compose.ts';
import type { Role } from '../../web/contract/person.ts';
import type { Rights } from '../contract/people/people.ts';
import { ROLE_BADGES, ROLE_NAMES } from '../contract/people/role-names.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';

type ChangeDeps = Pick<AdminDeps, 'auth' | 'stream' | 'appName'> & {
  billing: Pick<AdminDeps['billing'], 'shownPrices'>;
};

/** @throws AppError 404; 409 for the last admin, or if the user has changed since the page was loaded */
export async function changeUserRole(
  { auth, stream }: Pick<ChangeDeps, 'auth' | 'stream'>,
  { person, decide }: Pick<Operator, 'person' | 'decide'>,
  { userId, role, basedOn }: { userId: string; role: Role; basedOn?: Rights | undefined },
): Promise<void> {
  let ended: string[] = [];
  await decide(async () => {
    const { user, changed, ...tokens } = await auth.changeRole({
      userId,
      role,
      source: 'admin',
      actorId: person.id,
      refuse: (now) => (basedOn && !hasRights(now, basedOn) ? conflict(now) : null),
    });
    ended = tokens.ended;
    return changed
      ? { act: { action: 'role', userId, targetId: null, detail: roleChange(user.role, role) } }
      : null;
  });
  if (role !== 'admin') stream.closeOperator(userId);
  for (const id of ended) stream.closeLogin(id);
}

/**
 * Grants the beta to a user and sends a welcome mail. Subscribers and admins are left unchanged.
 * @returns the outcome of the mail, which waits if its mail server refuses it for now
 * @throws AppError 404, 409 if the user needs no grant, 502 if the role was granted but the mail failed
 */
export async function grantBeta(
  { auth, billing, appName }: ChangeDeps,
  { person, decide, origin }: Pick<Operator, 'person' | 'decide' | 'origin'>,
  userId: string,
): Promise<'sent' | 'waiting'> {
  const already = ({ name }: User) => new AppError(409, 'already', m.admin_people_beta_already({ name }));
  const { basic } = await billing.shownPrices();
  const made = await decide(async () => {
    const { user, changed } = await auth.changeRole({
      userId,
      role: 'subscribed',
      source: 'beta',
      actorId: person.id,
      refuse: (now) => (now.role === 'user' ? null : already(now)),
    });
    if (!changed) throw already(user);
    return {
      act: { action: 'beta', userId, targetId: null, detail: roleChange(user.role, 'subscribed') },
      mail: { kind: 'welcome', write: () => welcomeMail(appName, user.name, basic, origin) },
      mailFault: m.admin_people_error_welcome_failed(),
    };
  });
  return made?.mail === 'waiting' ? 'waiting' : 'sent';
}

const roleChange = (from: Role, to: Role): string =>
  inCodes(() => m.admin_people_role_change({ from: ROLE_BADGES[from](), to: ROLE_BADGES[to]() }));

const hasRights = (user: User, { role, subscription_tier }: Rights) =>
  user.role === role && user.subscriptionTier === subscription_tier;

/** If two operators, or an operator and a payment, collide, the second sees the first's change and decides again. */
function conflict({ id, name, role, subscriptionTier }: User): AppError {
  const plain = ROLE_NAMES[role]();
  const now = subscriptionTier
    ? m.admin_people_role_with_tier({ role: plain, tier: PLANS[subscriptionTier].name })
    : plain;
  return new AppError(409, 'changed-meanwhile', m.admin_people_error_role_changed({ name, role: now }), {
    extra: { user: { id, role, subscription_tier: subscriptionTier } },
  });
}

/** Mail to a user who was added to the beta. */
function welcomeMail(appName: string, name: string, basicPrice: string, origin: string) {
  return {
    subject: m.admin_people_welcome_mail_subject({ app: appName }),
    text: [
      m.admin_people_welcome_mail_greeting({ name: greetingOf(name) }),
      m.admin_people_welcome_mail_text({ app: appName, price: basicPrice }),
      m.admin_people_welcome_mail_link(),
      `${origin}/stream`,
      m.admin_people_welcome_mail_reply(),
    ].join('\n\n'),
  };
}
