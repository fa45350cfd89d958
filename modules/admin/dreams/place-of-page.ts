/** Number of matching sessions requested on a day, in UTC days since the epoch. */
export interface DayCount {
  day: number;
  n: number;
}

/** Position of a page: within these days' sessions, after skipping this many. */
export interface Place {
  days: number[];
  skip: number;
}

/**
 * Finds a page of sessions, newest first, from the counts per day. A late page costs no more than the first, because
 * earlier sessions are summed, not read.
 * @returns null if the page is past the last session
 */
export function placeOfPage(counts: readonly DayCount[], offset: number, limit: number): Place | null {
  const days: number[] = [];
  let before = 0;
  let skip = 0;
  for (const { day, n } of counts.toSorted((a, b) => b.day - a.day)) {
    if (before >= offset + limit) break;
    if (before + n > offset) {
      if (days.length === 0) skip = offset - before;
      days.push(day);
    }
    before += n;
  }
  return days.length > 0 ? { days, skip } : null;
}
