import type { Call, Calls } from '../call.ts';
import { ACCOUNT, DOCUMENTS } from './account.ts';
import { ADMIN } from './admin.ts';
import { PUBLIC, READ_DREAMS, WRITE_DREAMS } from './dreams.ts';
import { STREAM } from './stream.ts';

/** All calls by group, in the order of the documentation. */
export const GROUPS = {
  stream: STREAM,
  dreams: { ...READ_DREAMS, ...WRITE_DREAMS },
  public: { ...PUBLIC, ...DOCUMENTS },
  account: ACCOUNT,
  admin: ADMIN,
} as const satisfies Record<string, Calls>;

const BY_ROUTE: ReadonlyMap<string, Call> = new Map(
  Object.values<Calls>(GROUPS).flatMap((calls) => Object.entries(calls)),
);

/** The call of a route, `GET /api/sessions/:id`; undefined for pages. */
export const callOf = (route: string): Call | undefined => BY_ROUTE.get(route);
