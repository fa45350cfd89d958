import { badRequest } from '../../../src/kit/errors.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import type { Audit } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';
import type { GivePlanRequest } from '../schemas/person.ts';
import { mailPerson } from './mail-person.ts';

const DAY_MS = 24 * 3600_000;
const TITLES = { basic: 'Basic', premium: 'Premium' } as const;

/**
 * Gives a person a plan, for good or to the end of a day, in the place of what was given before.
 * @throws AppError 404, 409 for an admin, 400 for a day that is over; 502 where it is done and the mail could not be sent
 */
export async function givePlan(
  deps: Pick<AdminDeps, 'auth' | 'mail' | 'log' | 'clock' | 'appName'>,
  admin: SessionUser,
  audit: Audit,
  { userId, tier, until: asked, reason }: GivePlanRequest,
  origin: string,
): Promise<void> {
  // Dates of plans are days in UTC, and the day that is named is part of it.
  const until = asked === undefined ? null : (Math.floor(asked / DAY_MS) + 1) * DAY_MS;
  if (until !== null && until <= deps.clock.now()) throw badRequest('until must be a day to come');
  const day =
    until === null
      ? null
      : new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(until - 1);
  const what = day === null ? TITLES[tier] : `${TITLES[tier]} until ${day}`;
  await deps.auth.givePlan({ userId, tier, until, actorId: admin.id, reason }, () =>
    audit({ action: 'give-plan', userId, targetId: null, detail: `${what}: ${reason}` }),
  );
  const notice = {
    kind: 'given-plan',
    userId,
    subject: `We have given you the ${TITLES[tier]} plan`,
    paragraphs: [
      `You have the ${TITLES[tier]} plan of ${deps.appName}${day === null ? '' : `, to the end of ${day} (UTC)`}. Nothing is charged for it: ${origin}/stream`,
    ],
    reason,
  };
  await mailPerson(deps, admin, notice, origin);
}
