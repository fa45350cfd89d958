import { PictureClock } from './picture-clock.ts';
import { PACKET_SAMPLES, SAMPLE_RATE } from './sound-format.ts';

const PER_MS = SAMPLE_RATE / 1000;
/** 2.7 s, a power of two */
const CAPACITY = 1 << 17;
const MASK = CAPACITY - 1;
/** A packet whose time differs more than this from the picture's is dropped. */
const MAX_AHEAD = 2 * SAMPLE_RATE;
/** Packets up to this far apart lie on one grid, whatever their timestamps' jitter. */
const GRID = 100;
/** Beyond this distance from the picture the sound jumps; below it, it plays up to 1 % faster or slower. */
const JUMP = 40 * PER_MS;
const NEAR = 2 * PER_MS;
const MAX_STRETCH = 0.01;
/** Share of the distance that a block corrects; smooths the browser's imprecise clock. */
const SMOOTHING = 0.05;
/** Missing sound repeats the last 20 ms backwards and forwards, and is silent after 60 ms. */
const TAIL = PACKET_SAMPLES;
const FADE = 60 * PER_MS;
/** Real sound fades in over 5 ms and out over 1 ms. */
const BLEND = 5 * PER_MS;
const BREAK = PER_MS;
/** Number of packets that the delay is based on, and of those that may arrive too late. */
const ARRIVALS = 64;
const LATE_ONES = 3;
const MARGIN = 5 * PER_MS;
const MAX_DELAY = SAMPLE_RATE;
/** Decrease of the delay per packet */
const DELAY_STEP = 0.2 * PER_MS;
/** After this many packets in time, a delay far longer than needed is cut at once. */
const CALM = 100;
const FAR = 60 * PER_MS;

export interface SoundFigures {
  /** mean ms by which the sound is ahead of the picture on screen; null before both exist */
  offset: number | null;
  /** ms without a packet so far */
  concealed: number;
  /** packets that arrived too late or with an impossible time */
  dropped: number;
  jumps: number;
}

/**
 * Holds decoded sound by its time on the frames' clock, and reads what belongs to the picture on screen: a little
 * faster or slower while it is near, with a blended jump when it isn't. All times are in ms since the epoch.
 */
export class JitterBuffer {
  readonly picture = new PictureClock();
  readonly #samples = [new Float32Array(CAPACITY), new Float32Array(CAPACITY)] as const;
  /** absolute number of the sample in each place; other numbers are missing */
  readonly #numbers = new Float64Array(CAPACITY).fill(-1);
  readonly #tail = [new Float32Array(TAIL), new Float32Array(TAIL)] as const;
  #tailAt = 0;
  /** consecutive samples without a seam */
  #tailLength = 0;
  #position: number | null = null;
  #error = 0;
  #rate = 1;
  /** samples since sound went missing */
  #missing = FADE;
  /** share of real sound in the output; the rest conceals a gap */
  #share = 0;
  readonly #held = [0, 0];
  #next: number | null = null;
  /** assumed age while there is no picture */
  #assumed: number | null = null;
  #slacks: number[] = [];
  #delay = 0;
  /** packets in a row for which a shorter delay would do, and the longest of those */
  #calm = { packets: 0, needed: 0 };
  #figures: SoundFigures = { offset: null, concealed: 0, dropped: 0, jumps: 0 };

  get figures(): SoundFigures {
    return { ...this.#figures };
  }

  /** @param wall when the sound that is read now will be heard */
  push(at: number, channels: readonly Float32Array[], wall: number) {
    this.#assumed ??= wall - at + MARGIN / PER_MS;
    const wanted = this.#wanted(wall);
    const start = this.#join(Math.round(at * PER_MS));
    if (Math.abs(start - wanted) > MAX_AHEAD) {
      this.#figures.dropped += 1;
      return;
    }
    const end = start + PACKET_SAMPLES;
    this.#next = Math.max(this.#next ?? 0, end);
    this.#learn(start - wanted);
    if (this.#position !== null && end <= this.#position) this.#figures.dropped += 1;
    const [left, right = left] = channels;
    for (let index = 0; left && right && index < PACKET_SAMPLES; index++) {
      const number = start + index;
      // A repeated packet changes nothing.
      if (!this.#has(number)) this.#put(number, left[index] ?? 0, right[index] ?? 0);
    }
  }

  /** After a break: packets of a new connection don't join the old ones. */
  restart() {
    this.#next = null;
    this.#assumed = null;
    this.#slacks = [];
    this.#delay = 0;
  }

  /** Fills both channels. @param wall when their first sample will be heard */
  read(left: Float32Array, right: Float32Array, wall: number) {
    this.#steer(wall);
    for (let index = 0; index < left.length; index++) {
      const position = this.#position;
      const whole = Math.floor(position ?? 0);
      const hasSound = position !== null && this.#has(whole);
      if (hasSound) this.#share = Math.min(1, this.#share + 1 / BLEND);
      else this.#share = Math.max(0, this.#share - 1 / BREAK);
      if (this.#share === 1 && this.#missing > 0) {
        this.#missing = 0;
        this.#tailLength = 0;
      } else if (this.#share < 1) this.#missing = Math.min(FADE, this.#missing + 1);
      const part = (position ?? 0) - whole;
      left[index] = this.#mix(0, whole, part, hasSound);
      right[index] = this.#mix(1, whole, part, hasSound);
      if (this.#missing === 0) this.#keep(left[index] ?? 0, right[index] ?? 0);
      if (position === null) continue;
      if (!hasSound) this.#figures.concealed += 1 / PER_MS;
      this.#position = position + this.#rate;
    }
  }

  #wanted(wall: number): number {
    return (wall - (this.picture.age ?? this.#assumed ?? 0)) * PER_MS;
  }

  /** Moves towards the sound that belongs to the picture. */
  #steer(wall: number) {
    if (this.#assumed === null && this.#position === null) return;
    const wanted = this.#wanted(wall);
    const target = wanted - this.#delay;
    this.#position ??= target;
    const error = target - this.#position;
    this.#error += (error - this.#error) * SMOOTHING;
    const isBlending = this.#share > 0 && this.#share < 1;
    if (!isBlending && Math.abs(error) > JUMP && Math.abs(this.#error) > JUMP / 2) {
      this.#position = target;
      this.#error = 0;
      this.#figures.jumps += 1;
      this.#share = 0;
    }
    const stretch = this.#error / SAMPLE_RATE;
    this.#rate =
      Math.abs(this.#error) < NEAR ? 1 : 1 + Math.max(-MAX_STRETCH, Math.min(MAX_STRETCH, stretch));
    this.#figures.offset = this.picture.age === null ? null : (this.#position - wanted) / PER_MS;
  }

  /**
   * Puts a packet on the grid of those before it, since timestamps jitter and samples must join. The grid follows the
   * timestamps by a sample a packet, so that drift can't be heard.
   */
  #join(start: number): number {
    const next = this.#next;
    if (next === null) return start;
    const steps = Math.round((start - next) / PACKET_SAMPLES);
    if (Math.abs(steps) > GRID) return start;
    const place = next + steps * PACKET_SAMPLES;
    if (steps < 0) return place;
    const joined = place + Math.sign(start - place);
    if (joined > next && this.#has(next - 1) && steps === 0) {
      const [left, right] = this.#samples;
      this.#put(next, left[(next - 1) & MASK] ?? 0, right[(next - 1) & MASK] ?? 0);
    }
    return joined;
  }

  /** Sets the delay so that all but the latest few packets arrive in time. */
  #learn(slack: number) {
    this.#slacks.push(slack);
    if (this.#slacks.length > ARRIVALS) this.#slacks.shift();
    const least = this.#slacks.toSorted((one, other) => one - other)[LATE_ONES] ?? slack;
    const needed = Math.max(0, Math.min(MAX_DELAY, MARGIN - least));
    const calm = this.#calm;
    if (needed < this.#delay) {
      calm.packets += 1;
      calm.needed = Math.max(calm.needed, needed);
    }
    if (needed >= this.#delay || calm.packets === CALM) {
      if (this.#delay - calm.needed > FAR) this.#delay = calm.needed;
      this.#calm = { packets: 0, needed: 0 };
    }
    this.#delay = Math.max(needed, this.#delay - DELAY_STEP);
  }
  #has = (number: number) => this.#numbers[number & MASK] === number;

  #put(number: number, left: number, right: number) {
    this.#numbers[number & MASK] = number;
    this.#samples[0][number & MASK] = left;
    this.#samples[1][number & MASK] = right;
  }

  /** Interpolated sound at a position, blended with the concealment of a gap. */
  #mix(channel: 0 | 1, whole: number, part: number, hasSound: boolean): number {
    // Holds the last sample for the millisecond in which real sound fades out.
    if (hasSound) this.#held[channel] = this.#between(channel, whole, part);
    const real = (this.#held[channel] ?? 0) * this.#share;
    return this.#share < 1 ? real + this.#concealing(channel) * (1 - this.#share) : real;
  }

  #between(channel: 0 | 1, whole: number, part: number): number {
    const samples = this.#samples[channel];
    const here = samples[whole & MASK] ?? 0;
    if (part === 0) return here;
    const sampleAt = (number: number, otherwise: number) =>
      this.#has(number) ? (samples[number & MASK] ?? 0) : otherwise;
    const next = sampleAt(whole + 1, here);
    const before = sampleAt(whole - 1, here);
    const after = sampleAt(whole + 2, next);
    // Catmull-Rom: a straight line would dull the highest tones.
    return (
      here +
      0.5 *
        part *
        (next -
          before +
          part * (2 * before - 5 * here + 4 * next - after + part * (3 * (here - next) + after - before)))
    );
  }

  /** The last sound, forwards and backwards, fading. It continues from the last sample, so nothing clicks. */
  #concealing(channel: 0 | 1): number {
    const length = this.#tailLength;
    if (this.#missing >= FADE || length === 0) return 0;
    const step = this.#missing % (2 * length);
    const back = step < length ? step : 2 * length - 1 - step;
    const sample = this.#tail[channel][(this.#tailAt - 1 - back + 2 * TAIL) % TAIL] ?? 0;
    return sample * (1 - this.#missing / FADE);
  }

  #keep(left: number, right: number) {
    this.#tail[0][this.#tailAt] = left;
    this.#tail[1][this.#tailAt] = right;
    this.#tailAt = (this.#tailAt + 1) % TAIL;
    this.#tailLength = Math.min(TAIL, this.#tailLength + 1);
  }
}
