import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import type { Selection } from '../../../modules/dreams/contract/selection-schemas.ts';

/** Maximum number of ids in `session_ids`; more must be sent as a `selection`. */
const NAMED_AT_ONCE = 500;

/** Request body that names many dreams. */
export type About = { session_ids: string[] } | { selection: Selection };

export function aboutSessions(sessions: readonly Session[]): About {
  const ids = sessions.map(({ session_id }) => session_id);
  return ids.length <= NAMED_AT_ONCE ? { session_ids: ids } : { selection: { ids } };
}
