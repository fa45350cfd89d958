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
 * A class, like what else each frame touches for each watcher, since it has left the processor's cache by the next one.
 */
export class FrameWindow {
  readonly #fps: number;
  readonly #ackDelayMs: number;
  /** in order: id of a frame, when it was sent, its bytes */
  readonly #inFlight: number[] = [];
  /** sliding-window minimum: recent round trips, ascending, so the first is the best */
  readonly #best: { at: number; rtt: number }[] = [];
  /** acknowledgements of the last second, with the frames and bytes that each covers, and their sums */
  readonly #arrived: { at: number; frames: number; bytes: number }[] = [];
  #arrivedFrames = 0;
  #arrivedBytes = 0;
  #lastSentAt = Number.NEGATIVE_INFINITY;
  #lastAckAt = Number.NEGATIVE_INFINITY;
  /** when the connection was first used or became much faster; its rate means little for the first second */
  #freshSince: number | null = null;
  #lastRtt: number | null = null;
  #congested = false;
  #clearedAt = Number.NEGATIVE_INFINITY;
  #hold = 0;
  #heldUntil = Number.NEGATIVE_INFINITY;

  /** @param ackDelayMs longest time that the viewer holds back acknowledgements of video */
  constructor(fps: number, ackDelayMs = 0) {
    this.#fps = fps;
    this.#ackDelayMs = ackDelayMs;
  }

  size(now: number): number {
    const least = this.#best[0]?.rtt;
    if (least === undefined) return FIRST_SIZE;
    if (this.#congested) return 1;
    const settled = this.#freshSince !== null && now - this.#freshSince > RATE_OF_MS;
    const arriving = settled ? Math.min(this.#fps, Math.max(MIN_SIZE, 1.25 * this.rate(now))) : this.#fps;
    const spare = settled && this.#isThin(now) ? 0 : 1;
    return Math.max(MIN_SIZE, Math.ceil((least / 1000) * arriving) + spare);
  }

  #expire(now: number): void {
    for (let first = this.#arrived[0]; first && first.at <= now - RATE_OF_MS; first = this.#arrived[0]) {
      this.#arrivedFrames -= first.frames;
      this.#arrivedBytes -= first.bytes;
      this.#arrived.shift();
    }
  }

  /** frames acknowledged in the last second */
  rate(now: number): number {
    this.#expire(now);
    return this.#arrivedFrames;
  }

  #isThin(now: number): boolean {
    return this.rate(now) < this.#fps / 2;
  }

  /** Decides from one round trip whether a queue is building up or has drained. */
  #judge(rtt: number, bestBefore: number | undefined, now: number): void {
    const least = this.#best[0]?.rtt ?? rtt;
    if (bestBefore !== undefined && rtt < MUCH_FASTER * bestBefore) {
      this.#congested = false;
      this.#hold = 0;
      this.#freshSince = now;
    } else if (rtt > least + QUEUE_SLACK_MS + 1500 / this.#fps) {
      if (this.#congested) return;
      this.#congested = true;
      const again = this.#isThin(now) && now - this.#clearedAt < AGAIN_TIMEOUT_MS;
      this.#hold = again ? Math.min(MAX_HOLD_MS, Math.max(FIRST_HOLD_MS, 2 * this.#hold)) : 0;
      this.#heldUntil = now + this.#hold;
    } else if (this.#congested && now >= this.#heldUntil) {
      this.#congested = false;
      this.#clearedAt = now;
    }
  }

  get congested(): boolean {
    return this.#congested;
  }

  /** in ms; null before the first acknowledgement */
  get roundTrip(): number | null {
    return this.#lastRtt;
  }

  get inFlight(): number {
    return this.#inFlight.length / 3;
  }

  maySend(now: number): boolean {
    // A viewer that still acknowledges, however slowly, needs no probe; more frames would only slow it further.
    return this.inFlight < this.size(now) || this.isSilent(now);
  }

  /** As above for video, whose frame sizes vary tenfold, so age counts rather than number. */
  mayStream(now: number): boolean {
    const oldest = this.#inFlight[1];
    if (oldest === undefined) return true;
    if (this.inFlight >= MAX_IN_FLIGHT) return false;
    const least = this.#best[0]?.rtt;
    return now - oldest < (least === undefined ? VIDEO_FIRST_MS : least + VIDEO_QUEUE_MS) + this.#ackDelayMs;
  }

  /** True after a second without a frame sent or acknowledged, so that a lost ack can't stop the stream forever. */
  isSilent(now: number): boolean {
    return now - Math.max(this.#lastSentAt, this.#lastAckAt) >= PROBE_MS;
  }

  /** queueing time of the last acknowledged frame, in ms beyond the best round trip */
  get queuedMs(): number {
    return this.#lastRtt === null ? 0 : this.#lastRtt - (this.#best[0]?.rtt ?? this.#lastRtt);
  }

  /** bandwidth used in the last second, in kbit/s */
  arrivedKbps(now: number): number {
    this.#expire(now);
    return this.#arrivedBytes * 0.008;
  }

  sent(frameId: number, now: number, bytes = 0): void {
    this.#inFlight.push(frameId, now, bytes);
    if (this.inFlight > MAX_IN_FLIGHT) this.#inFlight.splice(0, 3);
    this.#lastSentAt = now;
    this.#freshSince ??= now;
  }

  /** Frames arrive in order, so an acknowledgement covers all earlier ones. Ignores unknown ids. */
  acknowledged(frameId: number, now: number): boolean {
    const inFlight = this.#inFlight;
    let end = 0;
    let bytes = 0;
    let sentAt: number | null = null;
    while (sentAt === null && end < inFlight.length) {
      if (inFlight[end] === frameId) sentAt = inFlight[end + 1] ?? now;
      bytes += inFlight[end + 2] ?? 0;
      end += 3;
    }
    if (sentAt === null) return false;
    inFlight.splice(0, end);
    const frames = end / 3;
    this.#arrived.push({ at: now, frames, bytes });
    this.#arrivedFrames += frames;
    this.#arrivedBytes += bytes;
    const rtt = now - sentAt;
    this.#lastRtt = rtt;
    this.#lastAckAt = now;
    const best = this.#best;
    const bestBefore = best[0]?.rtt;
    while (best[0] && best[0].at <= now - BEST_OF_MS) best.shift();
    while ((best.at(-1)?.rtt ?? -1) >= rtt) best.pop();
    best.push({ at: now, rtt });
    this.#judge(rtt, bestBefore, now);
    return true;
  }
}
