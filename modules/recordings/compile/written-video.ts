import type { PixelMark } from '../marks/pixel-mark.ts';
import type { CompiledVideo } from './compile-protocol.ts';
import type { Place } from './places.ts';

/** Facts of a video that was written, and the pictures that stills are made from. */
export interface WrittenVideo
  extends Pick<
    CompiledVideo,
    'durationMs' | 'width' | 'height' | 'fps' | 'frames' | 'brokenPictures' | 'damaged'
  > {
  /** a JPEG; null when no picture could be decoded */
  still: Buffer | null;
  /** JPEGs, evenly spaced */
  moments: Buffer[];
  /** length of the preview */
  preview: { frames: number; durationMs: number };
}

/** Order to write the video of a tape, and its preview. */
export interface VideoOrder {
  tapeDir: string;
  videoPath: string;
  previewPath: string;
  /** times at which the relay received the pictures, ms since the epoch */
  times: readonly number[];
  /** ISO 8601, for the headers of both files; null where it is unknown */
  createdAt: string | null;
  /** watermark that frames get; null: none */
  mark: PixelMark | null;
  /** called with 0–1 */
  onProgress(progress: number): void;
  /** called once all frames are placed; answers the metadata of the video, by FFmpeg's names */
  describe(places: readonly Place[], durationMs: number): Record<string, string>;
  /** called once the video is whole, while the preview is not; what is awaited may change the file */
  onVideo(durationMs: number): Promise<void>;
}
