/** Origin of a plan, or that there was one. */
export const PLAN_FILTERS = {
  paid: 'Paid for',
  given: 'Given',
  lapsed: 'Lapsed',
} as const;
export type PlanFilter = keyof typeof PLAN_FILTERS;

/** When a person was last here. */
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

export const namesOf = <T extends object>(choices: T) => Object.keys(choices) as [keyof T, ...(keyof T)[]];
