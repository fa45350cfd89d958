import type { Frame } from 'node-av/lib';
import type { Pixels } from './mark-frame.ts';

/** Watermark of one dream, for frames and images. */
export interface PixelMark {
  /** Marks a decoded frame, whose pixels become its own. @param second of the video that shows it */
  markFrame(frame: Frame, second: number): void | Promise<void>;
  markImage(image: Pixels): void | Promise<void>;
  /** True where a frame that a worker sent holds it already. */
  isIn(frame: Frame): boolean;
}
