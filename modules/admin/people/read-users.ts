import { PLANS } from '../../billing/contract/plans.ts';
import { utcText } from '../../kit/clock.ts';
import { m } from '../../kit/texts/m.ts';
import type { Role } from '../../web/contract/person.ts';
import type { Tier } from '../../web/contract/tiers.ts';
import { actLabel } from '../contract/acts.ts';
import type { HistoryEntry, ListRequest, UserDataAnswer } from '../contract/people/people.ts';
import { ROLE_BADGES } from '../contract/people/role-names.ts';
import { toUserRow } from '../present.ts';
import type { AdminStore } from '../store.ts';

const HISTORY_LINES = 50;

export async function readUsers(
  store: AdminStore,
  { page, limit, sort, action: _, ...filter }: ListRequest,
  now: number,
): Promise<UserDataAnswer> {
  const [rows, totalCount, newsReaders] = await Promise.all([
    store.listUsers(filter, { limit, offset: (page - 1) * limit, sort }, now),
    store.countUsers(filter, now),
    store.countNewsReaders(filter, now),
  ]);
  return { users: rows.map(toUserRow), totalCount, newsReaders };
}

export const SOURCES = {
  'sign-up': m.admin_people_source_sign_up,
  settings: m.admin_people_source_settings,
  stripe: m.admin_people_source_stripe,
  admin: m.admin_people_source_admin,
  beta: m.admin_people_source_beta,
  ended: m.admin_people_source_ended,
} as const;
type Change = Awaited<ReturnType<AdminStore['listHistory']>>['changes'][number]['change'];

/** "Role user → subscribed (Basic), by Stripe: Basic subscription active" */
function describeChange(change: Change): string {
  const { roleFrom, reason } = change;
  const slots = { to: rightText(change.roleTo, change.tierTo), source: SOURCES[change.source]() };
  if (!roleFrom)
    return reason
      ? m.admin_people_history_first_reason({ ...slots, reason })
      : m.admin_people_history_first(slots);
  const from = rightText(roleFrom, change.tierFrom);
  return reason
    ? m.admin_people_history_role_reason({ ...slots, from, reason })
    : m.admin_people_history_role({ ...slots, from });
}

/** "subscribed (Basic)" */
function rightText(role: Role, tier: Tier | null): string {
  const name = ROLE_BADGES[role]();
  return tier ? m.admin_people_role_with_tier({ role: name, tier: PLANS[tier].name }) : name;
}

/** A mail is logged before it is sent. */
const MAILS = {
  sending: m.admin_people_history_mail_sending,
  waiting: m.admin_people_history_mail_waiting,
  sent: m.admin_people_history_mail_sent,
  failed: m.admin_people_history_mail_failed,
} as const;
type Action = Awaited<ReturnType<AdminStore['listHistory']>>['actions'][number];

/** "Role changed: user → admin" */
function describeAction({ action, mailState }: Action): string {
  const what = action.action === 'mail' ? MAILS[mailState ?? 'sending']() : actLabel(action.action);
  return action.detail ? m.admin_people_history_detail({ what, detail: action.detail }) : what;
}

/** Actions on a user, newest first. Role changes are in both logs: the audit adds the network address. */
export async function readHistory(store: AdminStore, userId: string): Promise<{ history: HistoryEntry[] }> {
  const { changes, actions } = await store.listHistory(userId, HISTORY_LINES);
  const lines = [
    ...changes
      .filter(({ change }) => change.source !== 'admin' && change.source !== 'beta')
      .map(({ change, by }) => ({
        at: change.at,
        what: describeChange(change),
        by,
        from: null,
      })),
    ...actions.map((line) => ({
      at: line.action.at,
      what: describeAction(line),
      by: line.by,
      from: line.action.address,
    })),
  ];
  return {
    history: lines
      .toSorted((a, b) => b.at - a.at)
      .slice(0, HISTORY_LINES)
      .map((line) => ({ ...line, at: utcText(line.at) })),
  };
}
