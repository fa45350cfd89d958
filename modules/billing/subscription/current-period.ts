import type { BillingStore } from '../store.ts';

export interface Period {
  start: number;
  end: number;
}

/**
 * The billing period that dreams are counted in, in ms since the epoch: the subscription's own, or the calendar
 * month in UTC for a plan that was given.
 */
export async function currentPeriod(store: BillingStore, userId: string, now: number): Promise<Period> {
  const known = await store.findPeriod(userId);
  return known ? periodAt(known, now) : calendarMonth(now);
}

/**
 * The period that holds a moment, extrapolated from the last one that Stripe reported: a renewal counts from its first
 * second, before its event arrives. A period that seems to lie ahead has begun by Stripe's clock.
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
