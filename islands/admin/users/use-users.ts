import { FETCH_ALL, USER_PAGE_SIZES } from '../../../modules/admin/contract/limits.ts';
import type { UserDataAnswer } from '../../../modules/admin/contract/people/people.ts';
import {
  PEOPLE_FILTER,
  PEOPLE_ORDERS,
  type PeopleChoice,
} from '../../../modules/admin/contract/people/people-filters.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { chosenIn, type Draft, type List } from '../list/list-query.ts';

const FILTER = {
  ...PEOPLE_FILTER,
  sort: {
    kind: 'choice',
    choices: PEOPLE_ORDERS,
    label: m.admin_people_filter_order,
    usual: 'created',
  },
} as const;

export const USERS: List<typeof FILTER, UserDataAnswer> = {
  view: 'users',
  filter: FILTER,
  sizes: USER_PAGE_SIZES,
  path: 'user-data',
  action: 'getAllUsers',
  nothing: { users: [], totalCount: 0, newsReaders: 0 },
  csv: 'people',
  texts: {
    title: m.admin_people_list_title,
    filter: m.admin_people_filter_label,
    loading: m.admin_people_list_loading,
    empty: m.admin_people_list_empty,
    failed: m.admin_forms_load_users,
  },
};

/** The active filters. The form only offers valid choices, and the server checks them. */
export const choiceOf = (filter: Draft<typeof PEOPLE_FILTER>): PeopleChoice =>
  Object.fromEntries(chosenIn(PEOPLE_FILTER, filter).map(([name]) => [name, filter[name]]));

/** All users who can receive mail and match the filters, up to the limit of one call. */
export const fetchMailable = (choice: PeopleChoice): Promise<UserDataAnswer> =>
  adminApi(USERS.path, { action: USERS.action, page: 1, limit: FETCH_ALL, ...choice, mailable: true });
