import type { Hono } from 'hono';
import { utcText } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import { jsonBody } from '../../kit/http/http.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppEnv } from '../../web/context.ts';
import {
  type ProfileDecision,
  type ProfilesAnswer,
  profileDataRequest,
  type ReportedProfile,
} from '../contract/reports.ts';
import type { AdminDeps } from '../deps.ts';
import { decided } from '../dreams/read-reports.ts';
import type { AsAdmin, Operator } from '../operator.ts';
import { notice } from '../people/notice.ts';

export function registerProfileCalls(app: Hono<AppEnv>, deps: AdminDeps, admin: AsAdmin): void {
  app.post('/api/admin/profile-data', async (c) => {
    const operator = admin(c);
    const asked = await jsonBody(c, profileDataRequest);
    if (asked.action === 'getProfiles') return c.json(await readProfiles(deps));
    const changed =
      asked.action === 'seen'
        ? await reportsSeen(deps, operator, asked.userId)
        : await decideProfile(deps, operator, asked);
    return c.json({ changed });
  });
}

/** Reported ones, oldest report first, then those that operators have closed. */
async function readProfiles({ profiles }: AdminDeps): Promise<ProfilesAnswer> {
  const [reported, closed] = await Promise.all([profiles.listReported(), profiles.listTakenDown()]);
  const known = new Map(
    [...reported.map(({ profile }) => profile), ...closed].map((one) => [one.userId, one]),
  );
  return {
    profiles: [...known.values()].map(
      ({ userId, handle, name, bio, takenDownAt, takenDownReason }): ReportedProfile => ({
        ...{ user_id: userId, handle, name, bio },
        taken_down: decided(takenDownAt, takenDownReason),
        reports: reported
          .filter(({ profile }) => profile.userId === userId)
          .map(({ report: { reason, message, createdAt } }) => ({ reason, message, at: utcText(createdAt) })),
      }),
    ),
  };
}

const noProfile = () => notFound(m.profiles_error_none());

/** Closes a profile or opens it again, and mails its owner the reason. @returns false if it already was so */
async function decideProfile(
  { profiles, appName }: AdminDeps,
  { decide }: Operator,
  { action, userId, reason }: ProfileDecision,
): Promise<boolean> {
  const isDown = action === 'takeDown';
  const made = await decide(async () => {
    const profile = await profiles.find(userId);
    if (!profile) throw noProfile();
    if ((profile.takenDownAt !== null) === isDown) return null;
    if (isDown) {
      await profiles.takeDown(userId, reason);
      await profiles.decideReports(profile, 'closed');
    } else await profiles.putBack(userId);
    const handle = `@${profile.handle}`;
    const slots = { app: appName, handle };
    return {
      act: {
        action: isDown ? 'profile-down' : 'profile-back',
        userId,
        targetId: null,
        detail: inCodes(() => m.profiles_audit({ handle, reason })),
      },
      mail: notice(
        'take-down',
        reason,
        () => [
          isDown ? m.profiles_down_mail_subject(slots) : m.profiles_back_mail_subject(slots),
          isDown ? m.profiles_down_mail_text(slots) : m.profiles_back_mail_text(slots),
        ],
        () => (isDown ? m.dreams_objection() : undefined),
      ),
    };
  });
  return made !== null;
}

/** Closes a profile's reports without action. @returns false if there were none */
async function reportsSeen({ profiles }: AdminDeps, { decide }: Operator, userId: string): Promise<boolean> {
  const made = await decide(async () => {
    const profile = await profiles.find(userId);
    if (!profile) throw noProfile();
    const count = await profiles.decideReports(profile, 'kept');
    if (count === 0) return null;
    const detail = inCodes(() => m.admin_dreams_audit_reports({ count }));
    return { act: { action: 'reports-seen', userId, targetId: null, detail } };
  });
  return made !== null;
}
