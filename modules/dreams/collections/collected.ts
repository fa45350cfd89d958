import { and, asc, isNotNull, isNull } from 'drizzle-orm';
import { LINK_OPEN } from '../queries/link.ts';
import { collectionDreams, dreams } from '../tables.ts';

/** Dreams on the board. */
export const THERE = and(isNotNull(dreams.startedAt), isNull(dreams.hiddenAt), isNull(dreams.removedAt));
/** Dreams that people other than the owner can watch. */
export const SHOWN = and(LINK_OPEN, isNotNull(dreams.videoKey));
/** A collection's own order. */
export const IN_ORDER = [asc(collectionDreams.position), asc(collectionDreams.dreamId)];
