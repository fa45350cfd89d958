import { utcText } from '../../kit/clock.ts';
import { ACTIONS } from '../contract/acts.ts';
import type { HistoryEntry, ListRequest, UserDataAnswer } from '../contract/people/people.ts';
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
  'sign-up': 'signed up',
  settings: 'by the settings',
  stripe: 'by Stripe',
  admin: 'by an admin',
  beta: 'beta grant',
  ended: 'the given plan ended',
} as const;
type Change = Awaited<ReturnType<AdminStore['listHistory']>>['changes'][number]['change'];

/** "Role user → subscribed (basic), by Stripe: basic subscription active" */
function describeChange(change: Change): string {
  const right = (role: string, tier: string | null) => (tier ? `${role} (${tier})` : role);
  const from = change.roleFrom ? `${right(change.roleFrom, change.tierFrom)} → ` : '';
  const why = change.reason ? `: ${change.reason}` : '';
  return `Role ${from}${right(change.roleTo, change.tierTo)}, ${SOURCES[change.source]}${why}`;
}

/** A mail is logged before it is sent. */
const MAILS = {
  sending: 'Mail begun',
  waiting: 'Mail waiting',
  sent: 'Mail sent',
  failed: 'Mail not sent',
} as const;
type Action = Awaited<ReturnType<AdminStore['listHistory']>>['actions'][number];

/** "Role changed: user → admin" */
function describeAction({ action, mailState }: Action): string {
  const what = action.action === 'mail' ? MAILS[mailState ?? 'sending'] : ACTIONS[action.action];
  return action.detail ? `${what}: ${action.detail}` : what;
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
