import { dateOf, nameOf } from './names.ts';
import { LONG_ABOVE, type Narrowing, SHORT_BELOW } from './narrowing.ts';
import type { Session } from './schemas.ts';

/** True if other people can watch the dream: its link is open and it has a video. */
export const isWatchable = ({ shared, video_url }: Pick<Session, 'shared' | 'video_url'>) =>
  shared && video_url !== null;

/**
 * True if the dream matches the filters, by the same rules as the database. Only the database knows collections, so the
 * board fetches its list again after a change to one.
 */
export function fits(session: Session, narrowing: Narrowing): boolean {
  const { bookmarked, shared, named, length, month } = narrowing;
  return (
    (bookmarked === undefined || (bookmarked === 'yes') === session.is_bookmarked) &&
    (shared === undefined || (shared === 'yes') === isWatchable(session)) &&
    (named === undefined || (named === 'yes') === (nameOf(session) !== '')) &&
    (length === undefined || length === lengthOf(session.duration_seconds)) &&
    (month === undefined || dateOf(session)?.slice(0, 7) === month)
  );
}

function lengthOf(seconds: number | null): Narrowing['length'] | null {
  if (seconds === null) return null;
  const whole = Math.floor(seconds);
  return whole < SHORT_BELOW ? 'short' : whole > LONG_ABOVE ? 'long' : 'medium';
}
