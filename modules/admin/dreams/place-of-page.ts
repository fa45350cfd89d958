/** Number of sessions of a filter that were asked for on a day, counted from the epoch in UTC. */
export interface DayCount {
  day: number;
  n: number;
}

/** Place of a page: in the sessions of these days, after so many of them. */
export interface Place {
  days: number[];
  skip: number;
}

/**
 * Finds a page of sessions, the newest first, by the counts of its days: a late page costs no more than the
 * first, because what lies before it is added up and not read.
 * @returns null when the page is beyond the last session
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
