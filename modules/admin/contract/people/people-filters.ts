import type { Role } from '../../../auth/contract/schemas.ts';

/** Source of a user's plan, or that it has ended. */
export const PLAN_FILTERS = {
  paid: 'Paid for',
  given: 'Given',
  lapsed: 'Lapsed',
} as const;
export type PlanFilter = keyof typeof PLAN_FILTERS;

/** When a user was last active. */
export const SEEN_FILTERS = {
  week: 'In the last 7 days',
  month: 'In the last 30 days',
  longer: 'Not in the last 30 days',
} as const;
export type SeenFilter = keyof typeof SEEN_FILTERS;

export const PEOPLE_ORDERS = {
  created: 'Newest first',
  seen: 'Seen last first',
  email: 'By email',
} as const;
export type PeopleOrder = keyof typeof PEOPLE_ORDERS;

/** Filters of users, in words: `role user, not in the last 30 days`; null if everyone matches. */
export function filterWords({ email, role, plan, seen }: PeopleChoice): string | null {
  const words = [
    role && `role ${role}`,
    plan && `plan ${PLAN_FILTERS[plan].toLowerCase()}`,
    seen && `seen ${SEEN_FILTERS[seen].toLowerCase()}`.replace('seen not', 'not seen'),
    email && `address with “${email}”`,
  ].filter(Boolean);
  return words.length === 0 ? null : words.join(', ');
}

export interface PeopleChoice {
  email?: string | undefined;
  role?: Role | undefined;
  plan?: PlanFilter | undefined;
  seen?: SeenFilter | undefined;
}

export const namesOf = <T extends object>(choices: T) => Object.keys(choices) as [keyof T, ...(keyof T)[]];
