/** Frames per second for people; keeps two digits even for models that take half a minute per frame. */
export function pictureRate(rate: number): string {
  if (rate >= 10) return String(Math.round(rate));
  return rate >= 1 ? rate.toFixed(1) : String(Number(rate.toPrecision(2)));
}
