import { hashText, mixSeed } from '../../generator/random.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import { heardIn } from './heard.ts';
import { LOUDNESS } from './loudness.ts';
import { createStereo, PACKET_SAMPLES, SOUND_RATE, type Strike, type Voice } from './packet.ts';
import { VOICES, type VoiceName } from './voices.ts';

/** Shortest fade without a click. */
const MIN_FADE_SECONDS = 0.06;
/** Captions leave out voices below this level. */
const MIN_HEARD = 0.2;
/** Above this, peaks are rounded off, to at most the limit. */
const KNEE = 0.55;
const LIMIT = 0.92;

/** A voice that sounds, or fades out. */
interface Part {
  readonly name: VoiceName;
  readonly force: number;
  readonly voice: Voice;
  /** its fade: gains, and the positions of its first and last samples */
  from: number;
  to: number;
  start: number;
  end: number;
}

/** A dream's sound: pure synthesis without a clock. The same scenes at the same positions sound the same. */
export type Soundscape = ReturnType<typeof createSoundscape>;

export function createSoundscape(seed: number) {
  const sum = createStereo();
  const scratch = createStereo();
  let parts: Part[] = [];
  let heard: VoiceName[] = [];

  function fade(part: Part, to: number, at: number, seconds: number): void {
    part.from = gainAt(part, at);
    part.to = to;
    part.start = at;
    part.end = at + Math.round(seconds * SOUND_RATE);
  }

  return {
    /**
     * Fades to what is heard in a scene.
     * @param at position in samples since the start of the dream
     */
    show(spec: SceneSpec, at: number, fadeSeconds: number): void {
      const seconds = Math.max(MIN_FADE_SECONDS, fadeSeconds);
      const wanted = heardIn(spec);
      heard = wanted.filter(({ level }) => level >= MIN_HEARD).map(({ voice }) => voice);
      for (const part of parts) {
        // voices that already fade out make way quickly, so that few voices sound at a time, however often scenes change
        const isLeaving = part.to === 0;
        fade(part, 0, at, isLeaving ? MIN_FADE_SECONDS : seconds);
      }
      for (const { voice: name, force, level } of wanted) {
        let part = parts.find((one) => one.name === name && one.force === force);
        if (!part) {
          const voice = VOICES[name](mixSeed(seed, hashText(name)), force);
          part = { name, force, voice, from: 0, to: 0, start: at, end: at };
          parts.push(part);
        }
        fade(part, level * LOUDNESS[name], at, seconds);
      }
    },
    /** Sounds once for something in the picture, if its voice is heard. */
    strike(name: VoiceName, strike: Strike): void {
      for (const part of parts) if (part.name === name) part.voice.strike?.(strike);
    },
    /** Renders 20 ms from a position on, as pairs of a left and a right sample of −1…1. Positions must not decrease. */
    packet(from: number): Float32Array {
      const to = from + PACKET_SAMPLES;
      sum.left.fill(0);
      sum.right.fill(0);
      parts = parts.filter((part) => part.to > 0 || gainAt(part, from) > 0);
      for (const part of parts) {
        scratch.left.fill(0);
        scratch.right.fill(0);
        part.voice.render(scratch, from);
        const gain = gainAt(part, from);
        const slope = (gainAt(part, to) - gain) / PACKET_SAMPLES;
        addScaled(sum.left, scratch.left, gain, slope);
        addScaled(sum.right, scratch.right, gain, slope);
      }
      const packet = new Float32Array(PACKET_SAMPLES * 2);
      for (let i = 0; i < PACKET_SAMPLES; i++) {
        packet[i * 2] = limited(sum.left[i] as number);
        packet[i * 2 + 1] = limited(sum.right[i] as number);
      }
      return packet;
    },
    /** voices that are clearly heard, the loudest first */
    heard: () => heard,
  };
}

function gainAt({ from, to, start, end }: Part, at: number): number {
  if (at >= end) return to;
  const t = Math.max(0, (at - start) / (end - start));
  return from + (to - from) * t * t * (3 - 2 * t);
}

function addScaled(target: Float32Array, source: Float32Array, from: number, slope: number): void {
  for (let i = 0; i < PACKET_SAMPLES; i++)
    target[i] = (target[i] as number) + (source[i] as number) * (from + slope * i);
}

/** Rounds off peaks statelessly, so that packets stay independent. */
function limited(value: number): number {
  const size = Math.abs(value);
  if (size <= KNEE) return value;
  const round = KNEE + (LIMIT - KNEE) * Math.tanh((size - KNEE) / (LIMIT - KNEE));
  return value < 0 ? -round : round;
}
