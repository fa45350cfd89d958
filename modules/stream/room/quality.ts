import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import type { ViewerRates } from '../viewer/viewer-link.ts';

type Verdict = Omit<Extract<ViewerEvent, { type: 'quality' }>, 'type'>;

const GOOD: Verdict = { verdict: 'good', cause: null };

export const FULL_QUALITY = 80;
/** Below this, a passing bad connection would permanently spoil the recording. */
const FLOOR_QUALITY = 60;
const STEP_DOWN = 10;
const STEP_UP = 5;
/** Consecutive checks (one every two seconds) that must agree before anything changes. */
const LOOKS_TO_SAY = 2;
const LOOKS_TO_RAISE = 5;
const MUCH_LEFT_OUT = 0.3;

const same = (one: Verdict, other: Verdict) => one.verdict === other.verdict && one.cause === other.cause;

export type QualityJudge = ReturnType<typeof createQualityJudge>;

/**
 * Judges a viewer's connection by frames generated and frames shown. Congestion first thins the live stream (the frame
 * window does that on its own); only if it persists is the generator asked for smaller frames.
 */
export function createQualityJudge() {
  let lastFrames = 0;
  let lastLook: number | null = null;
  let current = GOOD;
  let pending: { verdict: Verdict; looks: number } | null = null;
  let squeezed = 0;
  let clear = 0;
  let jpegQuality = FULL_QUALITY;

  /** Returns a changed verdict once it has held for a few checks. */
  function debounce(verdict: Verdict): Verdict | null {
    if (same(verdict, current)) {
      pending = null;
      return null;
    }
    // Compare severity first: a bad connection may alternate between two causes.
    const agrees =
      pending?.verdict.verdict === verdict.verdict &&
      (verdict.verdict !== current.verdict || pending.verdict.cause === verdict.cause);
    pending = { verdict, looks: pending && agrees ? pending.looks + 1 : 1 };
    if (pending.looks < LOOKS_TO_SAY) return null;
    current = verdict;
    pending = null;
    return current;
  }

  function steer(leftOut: number): number | null {
    const before = jpegQuality;
    squeezed = leftOut > MUCH_LEFT_OUT ? squeezed + 1 : 0;
    clear = leftOut === 0 ? clear + 1 : 0;
    if (squeezed >= LOOKS_TO_SAY) {
      jpegQuality = Math.max(FLOOR_QUALITY, jpegQuality - STEP_DOWN);
      squeezed = 0;
    } else if (clear >= LOOKS_TO_RAISE) {
      jpegQuality = Math.min(FULL_QUALITY, jpegQuality + STEP_UP);
      clear = 0;
    }
    return jpegQuality === before ? null : jpegQuality;
  }

  return {
    /** Starts from `good` for a new connection, which has been sent no verdict yet. */
    socketOpened() {
      current = GOOD;
      pending = null;
    },
    /** 1–100, as last requested */
    get jpegQuality() {
      return jpegQuality;
    },
    /**
     * One check.
     * @param frames number of frames of the dream so far
     * @returns the verdict and the JPEG quality where they have changed
     */
    look(
      now: number,
      frames: number,
      rates: ViewerRates,
      fps: number,
    ): { verdict: Verdict | null; jpegQuality: number | null } {
      const seconds = lastLook === null ? 0 : (now - lastLook) / 1000;
      const drawn = seconds > 0 ? (frames - lastFrames) / seconds : fps;
      lastLook = now;
      lastFrames = frames;
      const generatorIsSlow = drawn < 0.75 * fps;
      const shownShare = (1 - rates.leftOut) * Math.min(1, drawn / fps);
      const verdict = shownShare >= 0.85 ? 'good' : shownShare >= 0.5 ? 'fair' : 'poor';
      const cause =
        verdict === 'good' ? null : generatorIsSlow && rates.leftOut < 0.2 ? 'generator' : 'network';
      return { verdict: debounce({ verdict, cause }), jpegQuality: steer(rates.leftOut) };
    },
  };
}
