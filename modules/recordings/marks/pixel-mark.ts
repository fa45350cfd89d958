import type { Frame } from 'node-av/lib';
import type { Pixels } from './mark-frame.ts';

/** One dream's watermark, for frames and images. */
export interface PixelMark {
  /** Marks a decoded frame; copies shared pixel data first. @param second its time in the video */
  markFrame(frame: Frame, second: number): void | Promise<void>;
  markImage(image: Pixels): void | Promise<void>;
  /** True if a worker's frame already has it. */
  isIn(frame: Frame): boolean;
}
