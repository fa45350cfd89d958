/** Krea generates in blocks of this many frames; a session's first block has three fewer. */
const BLOCK = 12;
const FIRST_BLOCK = 9;
/** After this share of a block's usual time, the next one may be finished and on its way. */
const MAY_BE_FINISHED = 0.75;
/** Weight of the newest block in the moving average. */
const NEWEST_WEIGHT = 0.5;

/** The block that contains a frame, derived from the frame's number. */
export const blockOf = (image: number): number =>
  image < FIRST_BLOCK ? 0 : 1 + Math.floor((image - FIRST_BLOCK) / BLOCK);

export const firstOf = (block: number): number => (block === 0 ? 0 : FIRST_BLOCK + (block - 1) * BLOCK);

/** Tracks a session's blocks to predict which one will first show a prompt sent now. */
export function createBlockClock() {
  let newest = -1;
  let cameAt = 0;
  let usualMs: number | null = null;

  return {
    /** @param image number of the frame that just arrived, from 0 */
    came(image: number, now: number): void {
      const block = blockOf(image);
      if (block === newest) return;
      if (newest >= 0)
        usualMs = usualMs === null ? now - cameAt : usualMs + (now - cameAt - usualMs) * NEWEST_WEIGHT;
      newest = block;
      cameAt = now;
    },
    /**
     * Returns the first block that is certain to show a prompt sent now. The block after the newest is in progress, or
     * it is finished and the one after it has started; in the block that follows, the prompt still has no weight. Errs
     * on the late side, because a receipt must be true.
     */
    showsFrom(now: number): number {
      const isLate = usualMs !== null && now - cameAt > usualMs * MAY_BE_FINISHED;
      return newest + (isLate ? 4 : 3);
    },
  };
}
