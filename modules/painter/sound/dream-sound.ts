import type { GeneratorEvents } from '../../generator/generator.ts';
import { startTicker } from '../../generator/ticker.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import { shownSpec } from '../spec/shown-spec.ts';
import { captionOf } from './captions.ts';
import { PACKET_SAMPLES, SOUND_RATE } from './packet.ts';
import { createSoundscape } from './soundscape.ts';
import { cuesIn } from './strikes.ts';

const PACKET_MS = (PACKET_SAMPLES / SOUND_RATE) * 1000;
const TICKS_PER_SECOND = 25;
/** Packets are rendered this long before they are due. */
const LEAD_MS = 60;
/** If the clock jumps farther than this, the sound resumes at the new time. */
const MAX_DRIFT_MS = 400;
/** Longest fade, so that a new scene is heard within a second. */
const FADE_SECONDS = 0.7;

export interface DrawnScene {
  /** the same object as long as the scene doesn't change */
  spec: SceneSpec;
  /** dream seconds, at the scene's own speed */
  seconds: number;
  /** seconds of its transition */
  fade: number;
}

/** A dream's sound in real time, on the clock of its frames. */
export interface DreamSound {
  /** Follows the picture’s clock. Call it for each frame. */
  frame(drawn: DrawnScene | null, timestamp: number): void;
  end(): void;
}

/**
 * Opens a dream's sound; null if nobody takes it.
 * @param startSeconds duration of the dream that it continues
 */
export function openDreamSound(
  seed: number,
  startSeconds: number,
  { sound: emit, heard }: Pick<GeneratorEvents, 'sound' | 'heard'>,
): DreamSound | null {
  if (!emit) return null;
  const scape = createSoundscape(seed);
  /** samples since the start of the dream */
  let position = Math.round(startSeconds / (PACKET_MS / 1000)) * PACKET_SAMPLES;
  /** ms since the epoch at which `position` sounds */
  let due: number | null = null;
  let scene: SceneSpec | null = null;
  /** `scene` as it is seen */
  let shown: SceneSpec | null = null;
  let heardUntil = 0;
  let words = '';
  let stopTicking = () => {};

  const tick = (send: typeof emit) => {
    const now = Date.now();
    if (due === null || Math.abs(now - due) > MAX_DRIFT_MS) due = now;
    for (; due < now + LEAD_MS; due += PACKET_MS) {
      send(scape.packet(position), due);
      position += PACKET_SAMPLES;
    }
  };

  function change(spec: SceneSpec, fade: number): void {
    scene = spec;
    shown = shownSpec(spec);
    scape.show(spec, position, Math.min(FADE_SECONDS, fade));
    const text = captionOf(scape.heard());
    if (text !== words) heard?.(text);
    words = text;
  }

  return {
    frame(drawn, timestamp) {
      if (!drawn) return;
      const { spec, seconds, fade } = drawn;
      if (due === null) {
        due = timestamp;
        stopTicking = startTicker(
          () => TICKS_PER_SECOND,
          () => tick(emit),
        );
      }
      if (spec !== scene) {
        change(spec, fade);
        heardUntil = seconds;
      }
      const at = position + Math.round(((timestamp - due) / 1000) * SOUND_RATE);
      if (shown)
        for (const { voice, ...cue } of cuesIn(shown, seed, heardUntil, seconds))
          scape.strike(voice, { ...cue, at });
      heardUntil = seconds;
    },
    end: () => stopTicking(),
  };
}
