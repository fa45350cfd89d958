import type { Frame } from 'node-av/lib';
import { createJpegDecoder } from './frame-decoder.ts';
import { createVideoEncoder, type VideoFormat } from './video-encoder.ts';
import type { VideoOrder, WrittenVideo } from './written-video.ts';

/** As wide as a dreamboard tile. With the length below, it stays under 300 KB. */
export const PREVIEW: VideoFormat = { width: 440, height: 248, maxRate: '400k', bufferSize: '200k', crf: 27 };
const SECONDS = 4.5;
/** Start of each part as a fraction of the video: near the beginning, in the middle and near the end. */
const PART_STARTS = [0.08, 0.42, 0.76];

/**
 * Writes a short, silent, small preview alongside the video.
 * @param wanted true for output frames to include
 */
export async function createPreviewWriter(
  { previewPath, createdAt }: Pick<VideoOrder, 'previewPath' | 'createdAt'>,
  fps: number,
  wanted: (slot: number) => boolean,
) {
  const encoder = await createVideoEncoder(previewPath, fps, PREVIEW, { createdAt });
  let shown = 0;
  return {
    /** Adds a frame, null if broken. `slot` is the first output frame that shows it, `repeat` how many do. */
    async add(frame: Frame | null, slot: number, repeat: number): Promise<void> {
      let count = 0;
      for (let at = slot; at < slot + repeat; at += 1) count += Number(wanted(at));
      if (count === 0) return;
      if (frame) encoder.load(frame);
      if (!encoder.loaded) return;
      await encoder.show(count);
      shown += count;
    },
    /** Closes the file. If nothing could be shown, it contains this JPEG. @returns its length */
    async finish(standIn: Buffer): Promise<WrittenVideo['preview']> {
      const frame = shown === 0 ? createJpegDecoder()(standIn) : null;
      if (frame && encoder.load(frame)) {
        await encoder.show(1);
        shown = 1;
      }
      frame?.free();
      await encoder.finish();
      return { frames: shown, durationMs: (shown * 1000) / fps };
    },
    /** Closes an incomplete file. */
    abandon: encoder.abandon,
  };
}

/**
 * Selects the output frames for the preview: all of a short video, three parts of a longer one.
 * @param slots approximate number of output frames
 * @param startAt returns the frame at which a part wanted from the given frame may start
 */
export function choosePreview(
  slots: number,
  fps: number,
  startAt = (slot: number) => slot,
): (slot: number) => boolean {
  const length = Math.round(SECONDS * fps);
  if (slots <= length) return (slot) => slot < length;
  const part = Math.floor(length / PART_STARTS.length);
  const starts = PART_STARTS.map((start) => startAt(Math.floor(start * slots)));
  const ends = starts.map((start, index) => Math.min(start + part, starts[index + 1] ?? slots));
  return (slot) => starts.some((start, index) => slot >= start && slot < (ends[index] ?? 0));
}
