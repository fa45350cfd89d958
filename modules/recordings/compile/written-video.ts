import type { PixelMark } from '../marks/pixel-mark.ts';
import type { CompiledVideo } from './compile-protocol.ts';
import type { Place } from './places.ts';

/** A finished video's properties, and the frames that stills are made from. */
export interface WrittenVideo
  extends Pick<
    CompiledVideo,
    'durationMs' | 'width' | 'height' | 'fps' | 'frames' | 'brokenFrames' | 'damaged'
  > {
  /** a JPEG; null if no frame could be decoded */
  still: Buffer | null;
  /** JPEGs, evenly spaced */
  moments: Buffer[];
  /** length of the preview */
  preview: { frames: number; durationMs: number };
}

/** Parameters for writing a tape's video and preview. */
export interface VideoOrder {
  tapeDir: string;
  videoPath: string;
  previewPath: string;
  /** receive time of each frame on the relay, ms since the epoch */
  times: readonly number[];
  /** ISO 8601, for both files' headers; null if unknown */
  createdAt: string | null;
  /** watermark for frames; null: none */
  mark: PixelMark | null;
  /** called with 0–1 */
  onProgress(progress: number): void;
  /** called once every frame has its place; returns the video's metadata, keyed by FFmpeg's names */
  describe(places: readonly Place[], durationMs: number): Record<string, string>;
  /** called when the video is complete but the preview isn't; may change the file */
  onVideo(durationMs: number): Promise<void>;
}
