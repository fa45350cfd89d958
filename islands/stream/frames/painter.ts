import { createSampler, drawnAlike } from './drawn-alike.ts';

/** Frames between two checks, after one that was too uniform to judge. */
const LOOK_EVERY = 16;

const STILL_QUALITY = 0.85;

/** The canvas shows a different image from the one that was drawn. */
export class WrongFrame extends Error {}

interface PainterOptions {
  /** false if this browser is known to copy wrong colours */
  mayCopy: boolean;
  /** called when this browser turns out to copy wrong colours */
  copiesWrongly(): void;
}

/**
 * Draws decoded frames over the whole canvas. Copies RGB pixels if the browser provides them, because going through a
 * texture costs main thread time for every frame.
 */
export class Painter {
  readonly #pen: OffscreenCanvasRenderingContext2D;
  readonly #options: PainterOptions;
  readonly #sample = createSampler();
  #mayCopy: boolean;
  /** Reused for all frames: allocating 4 MB sixteen times a second would keep the garbage collector busy. */
  #pixels: ImageData | null = null;
  /** kinds of frames that have been verified */
  readonly #proven = new Set<string>();
  #looksIn = 0;

  constructor(pen: OffscreenCanvasRenderingContext2D, options: PainterOptions) {
    this.#pen = pen;
    this.#options = options;
    this.#mayCopy = options.mayCopy;
  }

  /**
   * Draws a frame and closes it.
   * @throws WrongFrame
   */
  async paint(frame: ImageBitmap | VideoFrame): Promise<void> {
    try {
      if (!('copyTo' in frame)) return this.#draw(frame);
      const colours = await this.#coloursOf(frame);
      if (colours) {
        this.#pen.putImageData(colours, 0, 0);
        if (await this.#isRight(frame, 'copied')) return;
        this.#mayCopy = false;
        this.#options.copiesWrongly();
      }
      this.#draw(frame);
      if (!(await this.#isRight(frame, 'drawn'))) throw new WrongFrame('the canvas shows something else');
    } finally {
      frame.close();
    }
  }

  /** The canvas as a JPEG that fits a call. */
  still(): Promise<Blob> {
    return this.#pen.canvas.convertToBlob({ type: 'image/jpeg', quality: STILL_QUALITY });
  }

  #draw(frame: ImageBitmap | VideoFrame): void {
    const { width, height } = this.#pen.canvas;
    this.#pen.drawImage(frame, 0, 0, width, height);
  }

  /** @returns null if the browser can't convert this frame to RGB pixels, or ignores the request */
  async #coloursOf(frame: VideoFrame): Promise<ImageData | null> {
    const { width, height } = this.#pen.canvas;
    const { displayWidth, displayHeight, visibleRect } = frame;
    const isWhole = displayWidth === width && displayHeight === height;
    if (!this.#mayCopy || !isWhole || visibleRect?.width !== width || visibleRect.height !== height)
      return null;
    this.#pixels ??= this.#pen.createImageData(width, height);
    try {
      const [plane, ...others] = await frame.copyTo(this.#pixels.data, { format: 'RGBX' });
      if (plane?.offset === 0 && plane.stride === 4 * width && others.length === 0) return this.#pixels;
      this.#mayCopy = false;
    } catch {
      // GPU-only frames can't be copied. Later ones may be copyable.
    }
    return null;
  }

  /** Checks the first frames of a kind until one is clear enough to judge. */
  async #isRight(frame: VideoFrame, way: 'copied' | 'drawn'): Promise<boolean> {
    const kind = `${way} ${frame.format}`;
    if (this.#proven.has(kind)) return true;
    this.#looksIn -= 1;
    if (this.#looksIn > 0) return true;
    const likeness = await drawnAlike(frame, this.#pen.canvas, this.#sample);
    if (likeness === 'alike') this.#proven.add(kind);
    this.#looksIn = likeness === 'unclear' ? LOOK_EVERY : 0;
    return likeness !== 'different';
  }
}
