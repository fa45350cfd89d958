import { VIDEO_KBPS } from '../../protocol/format.ts';
import { CODEC, type Codec, readCodecs } from '../../protocol/frame.ts';
import type { ViewerLink } from '../viewer/viewer-link.ts';
import { assignedOf, type DrawingPhase, isDrawing } from './phases.ts';
import type { RoomCore } from './room-core.ts';

/** A worker is asked for a keyframe at most this often. */
const KEYFRAME_INTERVAL_MS = 500;

export type RoomVideo = ReturnType<typeof createRoomVideo>;

/** The coding that the worker of a dream sends, and its keyframes on request. */
export function createRoomVideo(core: RoomCore) {
  let askedAt = Number.NEGATIVE_INFINITY;
  let isDue = false;
  /** thousands of bits a second, as last asked of the worker */
  let kbps = VIDEO_KBPS;

  function ask(): void {
    const assigned = assignedOf(core.phase);
    if (!assigned || assigned.codec === CODEC.jpeg) {
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

  /** Has the worker send what both it and the viewer know; JPEG is known to all. */
  function settle(viewerTakes: readonly Codec[]): void {
    const assigned = assignedOf(core.phase);
    if (!assigned) return;
    const codec = viewerTakes.find((one) => assigned.worker.codecs.includes(one)) ?? CODEC.jpeg;
    // A connection that was thin went with its viewer.
    if (kbps !== VIDEO_KBPS) askRate(VIDEO_KBPS);
    if (codec === assigned.codec) return;
    assigned.codec = codec;
    assigned.worker.send({ type: 'codec', codec });
  }

  return {
    /** H.264 where the worker knows it, until a viewer says that it takes something else. */
    first: (codecs: readonly Codec[]): Codec => (codecs.includes(CODEC.h264) ? CODEC.h264 : CODEC.jpeg),
    settle,
    /** The viewer or the tape can go on only from a keyframe: asks for one, now or as soon as it may. */
    needKeyframe: ask,
    /** One came. */
    keyframeCame(): void {
      isDue = false;
    },
    /** Called now and then. */
    release(): void {
      if (isDue) ask();
    },

    /** Sends a viewer that joins the newest frame that shows without others, until the next one comes. */
    showAtOnce({ name, latestKey }: DrawingPhase, link: ViewerLink): void {
      if (!latestKey) return;
      // The tape of a dream begins with the first frame that is seen, and those that come now refer to newer ones.
      if (latestKey.codec === CODEC.jpeg || name === 'running') link.offer(latestKey);
      if (latestKey.codec === CODEC.jpeg) return;
      link.lost();
      ask();
    },

    /** A viewer's decoder has lost its place. */
    lost(link: ViewerLink): void {
      link.lost();
      ask();
    },

    /** A viewer takes other codings from now on. */
    take(link: ViewerLink, named: readonly number[]): void {
      link.take(readCodecs(named));
      settle(link.codecs);
    },

    /** Its connection carries so many thousand bits of video a second. */
    rate: askRate,
  };
}
