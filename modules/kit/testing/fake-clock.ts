/** A clock that tests advance by hand. */
export type FakeClock = ReturnType<typeof createFakeClock>;

export function createFakeClock(at = 1_790_000_000_000) {
  let monotonic = 1_000;
  return {
    now: () => Math.round(at),
    monotonic: () => monotonic,
    turn(ms: number) {
      at += ms;
      monotonic += ms;
    },
    /** Sets the wall clock, as an administrator would. No time passes. */
    set(to: number) {
      at = to;
    },
  };
}
