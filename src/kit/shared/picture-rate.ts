/** Pictures a second as people read them: also of a model that takes half a minute for one. */
export function pictureRate(rate: number): string {
  if (rate >= 10) return String(Math.round(rate));
  return rate >= 1 ? rate.toFixed(1) : String(Number(rate.toPrecision(2)));
}
