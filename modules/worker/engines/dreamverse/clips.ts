import { m } from '../../../kit/texts/m.ts';
import type { ModelImage } from '../../player/blend.ts';
import { type DecodedImage, decodeVideo } from '../kit/decode-video.ts';
import { createClipSound, type SoundPacket } from './clip-sound.ts';

export interface ClipsEvents {
  images(burst: readonly ModelImage[]): void;
  /** @param timestamp ms since the epoch */
  sound(samples: Float32Array, timestamp: number): void;
  failed(words: string): void;
}

interface Clip {
  shown: string | null;
  skips: number;
  parts: Uint8Array[];
  unread: Uint8Array[];
  isComplete: boolean;
  /** decoded so far, including those to skip */
  frames: number;
  /** ms by which a fragmented MP4 with AAC delays everything but its first frame */
  shift: number | null;
  earlySound: { samples: Float32Array; at: number }[];
}

/** Frames are large, so a clip is decoded as it plays. */
const MAX_FRAMES_AHEAD = 20;
const SLICE_BYTES = 16 * 1024;
/** Two fragments of a clip, so that the sound of the first has arrived too. */
const PREROLL_FRAMES = 12;
const TICK_MS = 8;
const USUAL_FRAME_MS = 1000 / 24;
const USUAL_CLIP_MS = 5_000;
/** Sound packets go out this long before they are due. */
const SOUND_LEAD_MS = 100;
/** The player shows an image with its next frame: half a frame later, on average. */
const FRAME_DELAY_MS = 30;

/**
 * Plays clips that arrive one after another as one video, at their own rate. Each clip's times start at 0; here they
 * follow the end of the clip before.
 */
export function createClips(label: string, covers: { width: number; height: number }, events: ClipsEvents) {
  const clips: Clip[] = [];
  const sound = createClipSound();
  let latest: readonly Uint8Array[] = [];
  let frameMs = USUAL_FRAME_MS;
  let clipMs = USUAL_CLIP_MS;
  /** ms since the first clip's start, at which the clip in the decoder starts */
  let start = 0;
  let isDecoding = false;
  const images: (ModelImage & { due: number })[] = [];
  let lastDue = Number.NEGATIVE_INFINITY;
  /** `performance.now()` at which time 0 played; null while nothing plays */
  let base: number | null = null;
  let isHeld = false;

  const video = decodeVideo(
    'mp4',
    label,
    {
      images: (burst) => burst.forEach(decoded),
      sound: decodedSound,
      idle() {
        isDecoding = false;
        feed();
      },
      ended,
      failed: events.failed,
    },
    { covers, hasSound: true },
  );
  const ticking = setInterval(tick, TICK_MS);

  /** Gives the decoder its next bytes, unless enough is decoded. */
  function feed(): void {
    const clip = clips[0];
    if (!clip || isDecoding || images.length >= MAX_FRAMES_AHEAD) return;
    const bytes = clip.unread.shift();
    if (bytes) {
      if (bytes.length > SLICE_BYTES) clip.unread.unshift(bytes.subarray(SLICE_BYTES));
      video.write(bytes.subarray(0, SLICE_BYTES));
    } else if (clip.isComplete) video.next();
    else return;
    isDecoding = true;
  }

  function decoded({ at, lasts, ...image }: DecodedImage): void {
    const clip = clips[0];
    if (!clip) return;
    const index = clip.frames++ - clip.skips;
    if (clip.frames === 2) {
      frameMs = lasts > 0 ? lasts : USUAL_FRAME_MS;
      clip.shift = at - frameMs;
      for (const early of clip.earlySound.splice(0)) decodedSound(early.samples, early.at);
    }
    if (index < 0) return;
    images.push({ ...image, shown: index === 0 ? clip.shown : null, due: start + index * frameMs });
  }

  function decodedSound(samples: Float32Array, at: number): void {
    const clip = clips[0];
    if (!clip) return;
    if (clip.shift === null) clip.earlySound.push({ samples, at });
    else sound.add(samples, start + at - clip.shift - clip.skips * frameMs);
  }

  function ended(): void {
    const clip = clips.shift();
    if (!clip) return;
    if (clip.frames <= clip.skips) return void events.failed(m.worker_video_unreadable({ engine: label }));
    clipMs = (clip.frames - clip.skips) * frameMs;
    start += clipMs;
    sound.endClip(start);
  }

  function tick(): void {
    if (isHeld) return;
    feed();
    const now = performance.now();
    if (base === null) {
      const [first] = images;
      if (!first || (images.length < PREROLL_FRAMES && clips.length > 0)) return;
      base = now - first.due;
    }
    playImages(now - base);
    playSound(now, base);
    if (images.length === 0 && now - base > lastDue + 2 * frameMs) base = null;
  }

  /** Late images are left out, but not the receipts that they carry. */
  function playImages(time: number): void {
    let shown: string | null = null;
    let newest: ModelImage | null = null;
    for (let next = images[0]; next && next.due <= time; next = images[0]) {
      images.shift();
      lastDue = next.due;
      shown = next.shown ?? shown;
      newest = next;
    }
    if (!newest) return;
    const { pixels, width, height } = newest;
    events.images([{ pixels, width, height, shown }]);
  }

  function playSound(now: number, since: number): void {
    for (let next = sound.packets[0]; next && isDue(next, now - since); next = sound.packets[0]) {
      sound.packets.shift();
      events.sound(next.samples, Date.now() + next.due + since - now + FRAME_DELAY_MS);
    }
  }

  return {
    /**
     * The bytes that follow are a new clip.
     * @param shown the prompt that it is the first to show
     * @param skips frames to leave out at its start, because the clip before ends with them
     */
    begin(shown: string | null, skips: number): void {
      const clip = { shown, skips, frames: 0, shift: null, isComplete: false };
      clips.push({ ...clip, parts: [], unread: [], earlySound: [] });
    },
    write(bytes: Uint8Array): void {
      const clip = clips.at(-1);
      if (!clip || clip.isComplete) return;
      clip.parts.push(bytes);
      clip.unread.push(bytes);
      feed();
    },
    complete(): void {
      const clip = clips.at(-1);
      if (!clip || clip.isComplete) return;
      clip.isComplete = true;
      latest = clip.parts;
      feed();
    },
    /** no clip is arriving */
    isComplete: () => clips.at(-1)?.isComplete ?? true,
    /** pauses or resumes */
    hold(held: boolean): void {
      isHeld = held;
      base = null;
    },
    /** ms of video that has arrived, or is on its way, but hasn't been played */
    aheadMs(): number {
      const [first, ...rest] = clips;
      const end = start + (first ? Math.max(clipMs, first.frames * frameMs) : 0) + rest.length * clipMs;
      const next = images[0]?.due ?? (Number.isFinite(lastDue) ? lastDue + frameMs : 0);
      return Math.max(0, end - next);
    },
    /** the last complete clip's bytes */
    last: () => latest,
    async end(): Promise<void> {
      clearInterval(ticking);
      await video.end();
    },
  };
}

const isDue = ({ due }: SoundPacket, time: number) => due <= time + SOUND_LEAD_MS;
