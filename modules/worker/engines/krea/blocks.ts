/** It draws in blocks of so many pictures; the first one of a session lacks three. */
const BLOCK = 12;
const FIRST_BLOCK = 9;
/** A block that is due by so much of its usual time may be drawn already, and on its way. */
const MAY_BE_DRAWN = 0.75;
/** Share of the newest block in the usual time. */
const NEWNESS = 0.5;

/** The block that a picture belongs to, which only its number shows. */
export const blockOf = (picture: number): number =>
  picture < FIRST_BLOCK ? 0 : 1 + Math.floor((picture - FIRST_BLOCK) / BLOCK);

/** @returns the first picture of a block */
export const firstOf = (block: number): number => (block === 0 ? 0 : FIRST_BLOCK + (block - 1) * BLOCK);

/** Follows the blocks of a session, to find which will be the first to show something of a prompt that is sent now. */
export function createBlockClock() {
  let newest = -1;
  let cameAt = 0;
  let usualMs: number | null = null;

  return {
    /** @param picture number of a picture that has just come, from 0 on */
    came(picture: number, now: number): void {
      const block = blockOf(picture);
      if (block === newest) return;
      if (newest >= 0)
        usualMs = usualMs === null ? now - cameAt : usualMs + (now - cameAt - usualMs) * NEWNESS;
      newest = block;
      cameAt = now;
    },
    /**
     * The block after the newest is being drawn, or is drawn and the one after it begun; in the next one the prompt
     * weighs nothing, so the one after that is the first to show it. Late rather than early: a receipt must be
     * true.
     */
    showsFrom(now: number): number {
      const isLate = usualMs !== null && now - cameAt > usualMs * MAY_BE_DRAWN;
      return newest + (isLate ? 4 : 3);
    },
  };
}
