import type { BillingStore } from '../store.ts';

export interface Period {
  start: number;
  end: number;
}

/**
 * The period over which dreams are counted, in ms since the epoch: the subscription's billing period, or the calendar
 * month in UTC for a plan that was given.
 */
export async function currentPeriod(store: BillingStore, userId: string, now: number): Promise<Period> {
  const known = await store.findPeriod(userId);
  return known ? periodAt(known, now) : calendarMonth(now);
}

/**
 * The period that contains `now`, extrapolated from the last one that Stripe reported, so a renewal counts from its
 * first second, before its event arrives. If the known period starts in the future, it has already started by Stripe's
 * clock.
 */
export function periodAt(known: Period, now: number): Period {
  // Shorter months clamp the day; the later of the two is the billing day.
  const day = Math.max(new Date(known.start).getUTCDate(), new Date(known.end).getUTCDate());
  let { start, end } = known;
  while (end <= now) [start, end] = [end, monthLater(end, day)];
  return { start, end };
}

function monthLater(ms: number, day: number): number {
  const date = new Date(ms);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + 1);
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

function calendarMonth(now: number): Period {
  const today = new Date(now);
  const month = (offset: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset, 1);
  return { start: month(0), end: month(1) };
}
