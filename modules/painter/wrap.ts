/** Modulo that is never negative: what leaves on one side comes back on the other. */
export function wrap(value: number, size: number): number {
  return value - Math.floor(value / size) * size;
}
