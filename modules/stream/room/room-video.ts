import { CODEC, CODEC_IDS, type Codec, isVideo, readCodecs } from '../../protocol/codecs.ts';
import { VIDEO_KBPS } from '../../protocol/format.ts';
import type { ViewerLink } from '../viewer/viewer-link.ts';
import { assignedOf, type DrawingPhase, isDrawing } from './phases.ts';
import type { RoomCore } from './room-core.ts';

/** Minimum interval between keyframe requests to a worker. */
const KEYFRAME_INTERVAL_MS = 500;

export type RoomVideo = ReturnType<typeof createRoomVideo>;

/** A dream's codec and its keyframe requests to the worker. */
export function createRoomVideo(core: RoomCore) {
  let askedAt = Number.NEGATIVE_INFINITY;
  let isDue = false;
  /** video bitrate last requested from the worker, in kbit/s */
  let kbps = VIDEO_KBPS;

  function ask(): void {
    const assigned = assignedOf(core.phase);
    if (!assigned || !isVideo(assigned.codec)) {
      isDue = false;
      return;
    }
    const now = core.clock.monotonic();
    isDue = now - askedAt < KEYFRAME_INTERVAL_MS;
    if (isDue) return;
    askedAt = now;
    assigned.worker.send({ type: 'keyframe' });
  }

  function askRate(next: number): void {
    const { phase } = core;
    if (!isDrawing(phase)) return;
    kbps = next;
    const { worker, fps } = phase.assigned;
    worker.send({ type: 'pace', fps, quality: phase.quality.jpegQuality, kbps });
  }

  /** Picks the viewer's preferred codec that the worker supports; JPEG always works. */
  function settle(viewerTakes: readonly Codec[]): void {
    const assigned = assignedOf(core.phase);
    if (!assigned) return;
    const codec = viewerTakes.find((one) => assigned.worker.codecs.includes(one)) ?? CODEC.jpeg;
    // The slow connection left with its viewer.
    if (kbps !== VIDEO_KBPS) askRate(VIDEO_KBPS);
    if (codec === assigned.codec) return;
    assigned.codec = codec;
    assigned.worker.send({ type: 'codec', codec });
  }

  return {
    /** The worker's best codec, until a viewer needs a different one. */
    first: (codecs: readonly Codec[]): Codec =>
      CODEC_IDS.findLast((one) => codecs.includes(one)) ?? CODEC.jpeg,
    settle,
    /** The viewer or the tape needs a keyframe to continue: requests one now or as soon as the interval allows. */
    needKeyframe: ask,
    keyframeCame(): void {
      isDue = false;
    },
    release(): void {
      if (isDue) ask();
    },

    /** Shows a joining viewer the newest keyframe while the next one is on its way. */
    showAtOnce({ name, latestKey }: DrawingPhase, link: ViewerLink): void {
      if (!latestKey) return;
      // While ready, a video keyframe must not be shown: the tape starts with the first frame shown, and the frames
      // that follow depend on newer ones.
      const isImage = !isVideo(latestKey.codec);
      if (isImage || name === 'running') link.offer(latestKey);
      if (isImage) return;
      link.lost();
      ask();
    },

    /** A viewer's decoder has lost sync. */
    lost(link: ViewerLink): void {
      link.lost();
      ask();
    },

    /** A viewer has changed the codecs that it accepts. */
    take(link: ViewerLink, named: readonly number[]): void {
      link.take(readCodecs(named));
      settle(link.codecs);
    },

    /** Adapts to the viewer's bandwidth, in kbit/s. */
    rate: askRate,
  };
}
