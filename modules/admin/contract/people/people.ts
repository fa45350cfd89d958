import { z } from 'zod';
import { ROLES, type Role } from '../../../web/contract/person.ts';
import { TIERS, type Tier } from '../../../web/contract/tiers.ts';
import { filterFields, id, page } from '../fields.ts';
import { DEFAULT_PAGE_SIZE, FETCH_ALL } from '../limits.ts';
import { namesOf, PEOPLE_FILTER, PEOPLE_ORDERS, type PeopleChoice } from './people-filters.ts';

/** A user's rights as the caller last saw them. If they have changed, the answer is 409 with the current `user`. */
const rights = z.strictObject({ role: z.enum(ROLES), subscription_tier: z.enum(TIERS).nullable() });
export type Rights = z.output<typeof rights>;

export const userFilter = filterFields(PEOPLE_FILTER);

/** POST /api/admin/user-data */
export const userDataRequest = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('getAllUsers'),
    page,
    limit: z.number().int().min(1).max(FETCH_ALL).default(DEFAULT_PAGE_SIZE),
    ...userFilter,
    /** only users who can receive mail, so none whose owners have closed the account */
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
  /** only users who can receive mail */
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
  /** their last request; null if unknown */
  last_seen: string | null;
  /** wants news by mail */
  news: boolean;
  subscription_tier?: Tier;
}
export interface UserDataAnswer {
  users: UserRow[];
  totalCount: number;
  /** number of them who may be sent news */
  newsReaders: number;
}

/** One action on a user's account or dreams, newest first. */
export interface HistoryEntry {
  at: string;
  what: string;
  /** e-mail of the operator; null for the program itself */
  by: string | null;
  /** the operator's network address */
  from: string | null;
}
