/** The anchor's day `months` later, in UTC, or the last day of a shorter month. */
export function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}

/** The first anniversary of the anchor after a time. */
export function nextAnniversary(anchor: number, after: number): number {
  const [from, to] = [new Date(anchor * 1000), new Date(after * 1000)];
  let months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  while (monthsAfter(anchor, months) <= after) months += 1;
  return monthsAfter(anchor, months);
}
