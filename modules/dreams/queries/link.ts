import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { dreams } from '../tables.ts';

/** True if nothing but the owner's choice closes the link; closedBecause() in SQL. */
export const NOT_CLOSED = and(
  isNull(dreams.takenDownAt),
  isNull(dreams.reportsHeldAt),
  isNull(dreams.flaggedHeldAt),
  isNull(dreams.uncheckedHeldAt),
) as SQL;

/** isLinkOpen() in SQL. */
export const LINK_OPEN = and(eq(dreams.shared, true), NOT_CLOSED) as SQL;
