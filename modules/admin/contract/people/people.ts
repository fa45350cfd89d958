import { z } from 'zod';
import { ROLES, type Role } from '../../../auth/contract/schemas.ts';
import { TIERS, type Tier } from '../../../auth/contract/tiers.ts';
import { id, page, searched } from '../fields.ts';
import { DEFAULT_PAGE_SIZE, FETCH_ALL } from '../limits.ts';
import { namesOf, PEOPLE_ORDERS, type PeopleChoice, PLAN_FILTERS, SEEN_FILTERS } from './people-filters.ts';

/**
 * Rights of a person as the caller last saw them: with anything else by now the answer is 409, with `user` as it is.
 */
const rights = z.strictObject({ role: z.enum(ROLES), subscription_tier: z.enum(TIERS).nullable() });
export type Rights = z.output<typeof rights>;

export const userFilter = {
  email: searched,
  role: z.enum(ROLES).optional(),
  plan: z.enum(namesOf(PLAN_FILTERS)).optional(),
  seen: z.enum(namesOf(SEEN_FILTERS)).optional(),
};

/** POST /api/admin/user-data */
export const userDataRequest = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('getAllUsers'),
    page,
    limit: z.number().int().min(1).max(FETCH_ALL).default(DEFAULT_PAGE_SIZE),
    ...userFilter,
    /** only people whom a mail reaches: accounts that their owners have closed get none */
    mailable: z.boolean().optional(),
    sort: z.enum(namesOf(PEOPLE_ORDERS)).default('created'),
  }),
  z.strictObject({
    action: z.literal('updateUserRole'),
    userId: id,
    role: z.enum(ROLES),
    basedOn: rights.optional(),
  }),
  z.strictObject({ action: z.literal('grantBeta'), userId: id }),
  z.strictObject({ action: z.literal('getUserHistory'), userId: id }),
]);
export type ListRequest = Extract<z.output<typeof userDataRequest>, { action: 'getAllUsers' }>;
export interface UserFilter extends PeopleChoice {
  /** only people whom a mail reaches */
  mailable?: boolean | undefined;
}

export interface UserRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  picture: string | null;
  google_id: string | null;
  created_at: string;
  updated_at: string;
  /** their last request; null where that is not known */
  last_seen: string | null;
  /** asked for news by mail */
  news: boolean;
  subscription_tier?: Tier;
}
export interface UserDataAnswer {
  users: UserRow[];
  totalCount: number;
  /** people among them whom news may be mailed to */
  newsReaders: number;
}

/** One line of what was done to a person's account or with their dreams, the newest first. */
export interface HistoryEntry {
  at: string;
  what: string;
  /** e-mail of who did it; null for the program itself */
  by: string | null;
  /** network address that it came from */
  from: string | null;
}
