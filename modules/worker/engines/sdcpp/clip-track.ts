import { createClipSound } from '../dreamverse/clip-sound.ts';
import type { SessionEvents } from '../kit/adapter.ts';
import type { PcmSound } from './avi.ts';
import { toStereo } from './pcm.ts';

/** Packets leave this long before they are heard, so that they arrive with their frames. */
const AHEAD_MS = 100;
const INTERVAL_MS = 20;
const SAMPLES_PER_MS = 48;

/** Sends the sound of clips along with their frames, which play one clip after another. */
export function createClipTrack(events: Pick<SessionEvents, 'sound'>, fps: number) {
  const sound = createClipSound();
  /** start of the first clip, in ms since the epoch */
  let origin: number | null = null;
  let endsAt = 0;
  let hasSound = false;

  const timer = setInterval(() => {
    const since = origin ?? 0;
    const now = Date.now();
    for (let next = sound.packets[0]; next && since + next.due < now + AHEAD_MS; next = sound.packets[0]) {
      sound.packets.shift();
      // silence between clips that didn't follow each other at once
      if (since + next.due > now - INTERVAL_MS) events.sound?.(next.samples, since + next.due);
    }
  }, INTERVAL_MS);

  return {
    /**
     * A clip is about to be shown, or joins the one that is.
     * @param skipped frames at its start that aren't shown
     */
    add(frames: number, skipped: number, pcm: PcmSound | null): void {
      const startsAt = Math.max(Date.now(), endsAt);
      origin ??= startsAt;
      endsAt = startsAt + (frames * 1000) / fps;
      hasSound ||= pcm !== null;
      if (!hasSound) return;
      const skip = Math.round(((skipped * 1000) / fps) * SAMPLES_PER_MS) * 2;
      if (pcm) sound.add(toStereo(pcm).subarray(skip), startsAt - origin);
      sound.endClip(endsAt - origin);
    },
    end: () => clearInterval(timer),
  };
}
