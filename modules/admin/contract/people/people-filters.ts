import { formatList } from '../../../kit/texts/formats.ts';
import { m } from '../../../kit/texts/m.ts';
import type { FilterOf, FilterTable } from '../list-filter.ts';
import { ROLE_BADGES } from './role-names.ts';

/** Source of a user's plan, or that it has ended. */
export const PLAN_FILTERS = {
  paid: m.admin_people_plan_filter_paid,
  given: m.admin_people_plan_filter_given,
  lapsed: m.admin_people_plan_filter_lapsed,
} as const;
export type PlanFilter = keyof typeof PLAN_FILTERS;

/** When a user was last active. */
export const SEEN_FILTERS = {
  week: m.admin_people_seen_filter_week,
  month: m.admin_people_seen_filter_month,
  longer: m.admin_people_seen_filter_longer,
} as const;
export type SeenFilter = keyof typeof SEEN_FILTERS;

export const PEOPLE_ORDERS = {
  created: m.admin_people_order_created,
  seen: m.admin_people_order_seen,
  email: m.admin_people_order_email,
} as const;
export type PeopleOrder = keyof typeof PEOPLE_ORDERS;

export const PEOPLE_FILTER = {
  email: {
    kind: 'words',
    label: m.admin_people_filter_email,
    placeholder: m.admin_people_filter_email_placeholder,
  },
  role: {
    kind: 'choice',
    column: 'role',
    choices: { admin: ROLE_BADGES.admin, subscribed: ROLE_BADGES.subscribed, user: ROLE_BADGES.user },
    label: m.admin_people_filter_role,
    all: m.admin_people_filter_role_all,
  },
  plan: {
    kind: 'choice',
    choices: PLAN_FILTERS,
    label: m.admin_people_filter_plan,
    all: m.admin_people_filter_plan_all,
  },
  seen: {
    kind: 'choice',
    choices: SEEN_FILTERS,
    label: m.admin_people_filter_seen,
    all: m.admin_people_filter_seen_all,
  },
} as const satisfies FilterTable;

export type PeopleChoice = FilterOf<typeof PEOPLE_FILTER>;

/** Filters of users, in words: `role user, not in the last 30 days`; null if everyone matches. */
export function filterWords({ email, role, plan, seen }: PeopleChoice): string | null {
  const words = [
    role && m.admin_people_whom_role({ role: ROLE_BADGES[role]() }),
    plan && PLAN_WORDS[plan](),
    seen && SEEN_WORDS[seen](),
    email && m.admin_people_whom_email({ email }),
  ].flatMap((one) => one || []);
  return words.length === 0 ? null : formatList(words, 'unit');
}

const PLAN_WORDS: Record<PlanFilter, () => string> = {
  paid: m.admin_people_whom_paid,
  given: m.admin_people_whom_given,
  lapsed: m.admin_people_whom_lapsed,
};
const SEEN_WORDS: Record<SeenFilter, () => string> = {
  week: m.admin_people_whom_seen_week,
  month: m.admin_people_whom_seen_month,
  longer: m.admin_people_whom_seen_longer,
};

export const namesOf = <T extends object>(choices: T) => Object.keys(choices) as [keyof T, ...(keyof T)[]];
