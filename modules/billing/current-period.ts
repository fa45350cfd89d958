import type { BillingStore } from './store.ts';

/** The subscription's own period, or the calendar month in UTC where there is none to go by. */
export async function currentPeriod(
  store: BillingStore,
  userId: string,
  now: number,
): Promise<{ start: number; end: number }> {
  const period = await store.findPeriod(userId);
  if (period && period.start <= now && now < period.end) return period;
  const today = new Date(now);
  const month = (offset: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset, 1);
  return { start: month(0), end: month(1) };
}
