/** Older round trips say nothing about the current connection. */
const BEST_OF_MS = 10_000;
const RATE_OF_MS = 1_000;
/** Window before the first acknowledgement, when nothing is known about the connection. */
const FIRST_SIZE = 4;
const MIN_SIZE = 2;
/** A round trip longer than the best one by this plus 1.5 frames means that a queue is building up. */
const QUEUE_SLACK_MS = 20;
/** A viewer that stops acknowledging still gets a frame this often, so a lost ack can't freeze it forever. */
const PROBE_MS = 1_000;
const MAX_IN_FLIGHT = 64;
/** Video continues while its oldest unacknowledged frame is at most this much older than the best round trip … */
const VIDEO_QUEUE_MS = 150;
/** … or, before the first acknowledgement, at most this old. */
const VIDEO_FIRST_MS = 500;
/** A round trip this much shorter than the best known one means a different connection. */
const MUCH_FASTER = 0.7;
/** If a thin connection fills up again this soon after widening, the window stays at one frame for a while. */
const AGAIN_TIMEOUT_MS = 2_000;
const FIRST_HOLD_MS = 500;
const MAX_HOLD_MS = 4_000;

/**
 * The number of unacknowledged frames a viewer may have: enough to fill its best round trip of the last ten seconds at
 * the actual arrival rate, plus one. Measuring delay rather than loss keeps the stream current: a queue anywhere on the
 * path lengthens the round trip long before anything is lost. On a connection thinner than the stream, one frame at a
 * time is the most current, so wider windows are rarely tried.
 *
 * @param ackDelayMs longest time that the viewer holds back acknowledgements of video
 */
export function createFrameWindow(fps: number, ackDelayMs = 0) {
  const inFlight: { frameId: number; sentAt: number; bytes: number }[] = [];
  /** sliding-window minimum: recent round trips, ascending, so the first is the best */
  const best: { at: number; rtt: number }[] = [];
  /** acknowledgements of the last second, with the frames and bytes that each covers, and their sums */
  const arrived: { at: number; frames: number; bytes: number }[] = [];
  let arrivedFrames = 0;
  let arrivedBytes = 0;
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let lastAckAt = Number.NEGATIVE_INFINITY;
  /** when the connection was first used or became much faster; its rate means little for the first second */
  let freshSince: number | null = null;
  let lastRtt: number | null = null;
  let congested = false;
  let clearedAt = Number.NEGATIVE_INFINITY;
  let hold = 0;
  let heldUntil = Number.NEGATIVE_INFINITY;

  function size(now: number): number {
    const least = best[0]?.rtt;
    if (least === undefined) return FIRST_SIZE;
    if (congested) return 1;
    const settled = freshSince !== null && now - freshSince > RATE_OF_MS;
    const arriving = settled ? Math.min(fps, Math.max(MIN_SIZE, 1.25 * rate(now))) : fps;
    const spare = settled && isThin(now) ? 0 : 1;
    return Math.max(MIN_SIZE, Math.ceil((least / 1000) * arriving) + spare);
  }

  function expire(now: number): void {
    for (let first = arrived[0]; first && first.at <= now - RATE_OF_MS; first = arrived[0]) {
      arrivedFrames -= first.frames;
      arrivedBytes -= first.bytes;
      arrived.shift();
    }
  }

  /** frames acknowledged in the last second */
  function rate(now: number): number {
    expire(now);
    return arrivedFrames;
  }

  const isThin = (now: number) => rate(now) < fps / 2;

  /** Decides from one round trip whether a queue is building up or has drained. */
  function judge(rtt: number, bestBefore: number | undefined, now: number): void {
    const least = best[0]?.rtt ?? rtt;
    if (bestBefore !== undefined && rtt < MUCH_FASTER * bestBefore) {
      congested = false;
      hold = 0;
      freshSince = now;
    } else if (rtt > least + QUEUE_SLACK_MS + 1500 / fps) {
      if (congested) return;
      congested = true;
      const again = isThin(now) && now - clearedAt < AGAIN_TIMEOUT_MS;
      hold = again ? Math.min(MAX_HOLD_MS, Math.max(FIRST_HOLD_MS, 2 * hold)) : 0;
      heldUntil = now + hold;
    } else if (congested && now >= heldUntil) {
      congested = false;
      clearedAt = now;
    }
  }

  return {
    size,
    rate,
    get congested() {
      return congested;
    },
    /** in ms; null before the first acknowledgement */
    get roundTrip() {
      return lastRtt;
    },
    get inFlight() {
      return inFlight.length;
    },
    maySend(now: number): boolean {
      // A viewer that still acknowledges, however slowly, needs no probe; more frames would only slow it further.
      return inFlight.length < size(now) || now - Math.max(lastSentAt, lastAckAt) >= PROBE_MS;
    },
    /** As above for video, whose frame sizes vary tenfold, so age counts rather than number. */
    mayStream(now: number): boolean {
      const oldest = inFlight[0];
      if (!oldest) return true;
      if (inFlight.length >= MAX_IN_FLIGHT) return false;
      const least = best[0]?.rtt;
      return (
        now - oldest.sentAt < (least === undefined ? VIDEO_FIRST_MS : least + VIDEO_QUEUE_MS + ackDelayMs)
      );
    },
    /** True after a second without a frame sent or acknowledged, so that a lost ack can't stop the stream forever. */
    isSilent: (now: number): boolean => now - Math.max(lastSentAt, lastAckAt) >= PROBE_MS,
    /** queueing time of the last acknowledged frame, in ms beyond the best round trip */
    get queuedMs() {
      return lastRtt === null ? 0 : lastRtt - (best[0]?.rtt ?? lastRtt);
    },
    /** bandwidth used in the last second, in kbit/s */
    arrivedKbps(now: number): number {
      expire(now);
      return arrivedBytes * 0.008;
    },
    sent(frameId: number, now: number, bytes = 0): void {
      inFlight.push({ frameId, sentAt: now, bytes });
      if (inFlight.length > MAX_IN_FLIGHT) inFlight.shift();
      lastSentAt = now;
      freshSince ??= now;
    },
    /** Frames arrive in order, so an acknowledgement covers all earlier ones. Ignores unknown ids. */
    acknowledged(frameId: number, now: number): boolean {
      const index = inFlight.findIndex((one) => one.frameId === frameId);
      const frame = inFlight[index];
      if (!frame) return false;
      const covered = inFlight.splice(0, index + 1);
      const bytes = covered.reduce((sum, one) => sum + one.bytes, 0);
      arrived.push({ at: now, frames: covered.length, bytes });
      arrivedFrames += covered.length;
      arrivedBytes += bytes;
      const rtt = now - frame.sentAt;
      lastRtt = rtt;
      lastAckAt = now;
      const bestBefore = best[0]?.rtt;
      while (best[0] && best[0].at <= now - BEST_OF_MS) best.shift();
      while ((best.at(-1)?.rtt ?? -1) >= rtt) best.pop();
      best.push({ at: now, rtt });
      judge(rtt, bestBefore, now);
      return true;
    },
  };
}
