/** Round trips older than this say nothing about the connection any more. */
const BEST_OF_MS = 10_000;
const RATE_OF_MS = 1_000;
/** Until the first acknowledgement nothing is known of the connection. */
const FIRST_SIZE = 4;
const MIN_SIZE = 2;
/** A round trip this much above the best one, plus one and a half frames, means that a queue is building. */
const QUEUE_SLACK_MS = 20;
/** A viewer that does not acknowledge gets a frame this often, so that a lost ack can't freeze it for good. */
const PROBE_MS = 1_000;
const MAX_IN_FLIGHT = 64;
/** Video goes on while its oldest frame has waited no longer than this beyond the best round trip … */
const VIDEO_QUEUE_MS = 150;
/** … or, before the first acknowledgement, than this. */
const VIDEO_FIRST_MS = 500;
/** A round trip this far below the best known one: the connection has become another one. */
const MUCH_FASTER = 0.7;
/** A thin connection that filled up again this soon after a wider window keeps to one frame for a while. */
const AGAIN_TIMEOUT_MS = 2_000;
const FIRST_HOLD_MS = 500;
const MAX_HOLD_MS = 4_000;

/**
 * Number of unacknowledged frames that a viewer may have: as many as fill its best round trip of the last ten
 * seconds at the rate that really arrives, plus one. Measuring delay and not loss keeps the stream current: a
 * queue anywhere on the way shows up as a longer round trip long before anything is lost. On a connection that
 * is thinner than the stream, one frame at a time is the most current, so wider windows are tried rarely.
 */
export function createFrameWindow(fps: number) {
  const inFlight: { frameId: number; sentAt: number; bytes: number }[] = [];
  /** round trips of the last ten seconds whose later ones were all longer: the first is the least */
  const best: { at: number; rtt: number }[] = [];
  const acks: number[] = [];
  /** what the frames of each acknowledgement in the last second held */
  const arrived: { at: number; bytes: number }[] = [];
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let lastAckAt = Number.NEGATIVE_INFINITY;
  /** when the connection was first used, or was found to be a much faster one: its rate says little before a second */
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

  /** acknowledged frames in the last second */
  function rate(now: number): number {
    while (acks[0] !== undefined && acks[0] <= now - RATE_OF_MS) acks.shift();
    return acks.length;
  }

  const isThin = (now: number) => rate(now) < fps / 2;

  /** Looks at one round trip: is a queue building, or gone? */
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
    /** ms; null before the first acknowledgement */
    get roundTrip() {
      return lastRtt;
    },
    get inFlight() {
      return inFlight.length;
    },
    maySend(now: number): boolean {
      // A viewer whose acks are slow needs no probe: another frame would only make them slower.
      return inFlight.length < size(now) || now - Math.max(lastSentAt, lastAckAt) >= PROBE_MS;
    },
    /**
     * The same for video, whose frames differ in size tenfold: how long they wait counts, and not how many there are.
     */
    mayStream(now: number): boolean {
      const oldest = inFlight[0];
      if (!oldest) return true;
      if (inFlight.length >= MAX_IN_FLIGHT) return false;
      const least = best[0]?.rtt;
      return now - oldest.sentAt < (least === undefined ? VIDEO_FIRST_MS : least + VIDEO_QUEUE_MS);
    },
    /** True once nothing was sent or acknowledged for a second: a lost acknowledgement must not stop it for good. */
    isSilent: (now: number): boolean => now - Math.max(lastSentAt, lastAckAt) >= PROBE_MS,
    /** ms that the last acknowledged frame waited beyond the best round trip */
    get queuedMs() {
      return lastRtt === null ? 0 : lastRtt - (best[0]?.rtt ?? lastRtt);
    },
    /** thousands of bits a second that arrived in the last second */
    arrivedKbps(now: number): number {
      while (arrived[0] !== undefined && arrived[0].at <= now - RATE_OF_MS) arrived.shift();
      return arrived.reduce((sum, { bytes }) => sum + bytes, 0) * 0.008;
    },
    sent(frameId: number, now: number, bytes = 0): void {
      inFlight.push({ frameId, sentAt: now, bytes });
      if (inFlight.length > MAX_IN_FLIGHT) inFlight.shift();
      lastSentAt = now;
      freshSince ??= now;
    },
    /** Frames arrive in order, so one acknowledgement stands for all before it. Unknown ids change nothing. */
    acknowledged(frameId: number, now: number): boolean {
      const index = inFlight.findIndex((one) => one.frameId === frameId);
      const frame = inFlight[index];
      if (!frame) return false;
      const covered = inFlight.splice(0, index + 1);
      arrived.push({ at: now, bytes: covered.reduce((sum, { bytes }) => sum + bytes, 0) });
      const rtt = now - frame.sentAt;
      lastRtt = rtt;
      lastAckAt = now;
      for (let i = 0; i < covered.length; i++) acks.push(now);
      const bestBefore = best[0]?.rtt;
      while (best[0] && best[0].at <= now - BEST_OF_MS) best.shift();
      while ((best.at(-1)?.rtt ?? -1) >= rtt) best.pop();
      best.push({ at: now, rtt });
      judge(rtt, bestBefore, now);
      return true;
    },
  };
}
