import type { Frame } from 'node-av/lib';
import { CODEC, isVideo } from '../../protocol/codecs.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../protocol/format.ts';
import { readTape, type TapeFrame } from '../tape/read-tape.ts';
import { createMomentPicker } from './filmstrip.ts';
import { createFrameDecoder, type DecodedFrame, toJpeg } from './frame-decoder.ts';
import type { Place } from './places.ts';
import { choosePreview, createPreviewWriter } from './preview.ts';
import { createStillPicker } from './stills.ts';
import { chooseFrameRate, placeFrames, videoLength } from './timeline.ts';
import { createVideoEncoder, FULL } from './video-encoder.ts';
import type { VideoOrder, WrittenVideo } from './written-video.ts';

type Decoded = TapeFrame & Pick<DecodedFrame<TapeFrame>, 'decoded'>;

/**
 * Encodes a tape's frames at a constant rate, some of them also for the preview, and collects candidates for stills.
 */
export async function encodeVideo(order: VideoOrder): Promise<WrittenVideo> {
  const { times } = order;
  const fps = chooseFrameRate(times);
  const expected = Math.max(1, Math.round((videoLength(times) * fps) / 1000));
  const stills = createStillPicker(expected);
  const filmstrip = createMomentPicker(expected);
  const encoder = await createVideoEncoder(order.videoPath, fps, FULL, order);
  const preview = await createPreviewWriter(order, fps, choosePreview(expected, fps));
  /** the worker has marked the frames since the last keyframe */
  let isMarked = false;
  const places: Place[] = [];
  let frames = 0;
  let unshown = 0;
  let brokenFrames = 0;
  let damaged = 0;
  const decodedFrames = decodeFrames(order.tapeDir, (bytes) => {
    damaged += bytes;
  });
  for await (const { frame, repeat } of placeFrames(decodedFrames, fps, release)) {
    const { decoded } = frame;
    if (decoded && isVideo(frame.codec) && frame.key) isMarked = order.mark?.isIn(decoded) ?? false;
    if (decoded && encoder.load(decoded, isVideo(frame.codec) && isMarked)) {
      const position = frames - unshown;
      places.push({ frameId: frame.frameId, frame: position, at: (position * 1000) / fps });
      const still = await stillOf(frame, decoded);
      if (still) {
        stills.offer(still, frames);
        filmstrip.offer(still, frames);
      }
    } else brokenFrames += 1;
    await preview.add(decoded, frames, repeat);
    release(frame);
    frames += repeat;
    unshown += repeat;
    // If a video starts with broken frames, the first good one stands in for them.
    if (!encoder.loaded) continue;
    await encoder.show(unshown);
    unshown = 0;
    order.onProgress(Math.min(1, frames / expected));
  }
  const durationMs = Math.round((frames * 1000) / fps);
  const still = await stills.pick();
  if (still === null && encoder.loaded) throw new Error('no frame can be used as a still');
  if (still !== null) {
    await encoder.finish(order.describe(places, durationMs));
    await order.onVideo(durationMs);
  }
  return {
    still,
    preview: still === null ? { frames: 0, durationMs: 0 } : await preview.finish(still),
    moments: filmstrip.pick(),
    durationMs,
    width: FRAME_WIDTH,
    height: FRAME_HEIGHT,
    fps,
    frames,
    brokenFrames,
    damaged,
  };
}

/** Decodes each frame once for both video and preview, since decoding costs as much as encoding. */
async function* decodeFrames(
  tapeDir: string,
  onDamage: (bytes: number) => void,
): AsyncGenerator<Decoded, void, void> {
  const decoder = createFrameDecoder<TapeFrame>();
  const flat = ({ frame, decoded }: DecodedFrame<TapeFrame>): Decoded => ({ ...frame, decoded });
  for await (const frame of readTape(tapeDir, onDamage)) yield* decoder.add(frame).map(flat);
  yield* decoder.end().map(flat);
}

/** Null between keyframes of video: there are enough keyframes, and each still costs a JPEG encode. */
async function stillOf({ codec, key, bytes }: TapeFrame, decoded: Frame): Promise<Buffer | null> {
  if (codec === CODEC.jpeg) return bytes;
  return key ? toJpeg(decoded) : null;
}

const release = ({ decoded }: Decoded): void => decoded?.free();
