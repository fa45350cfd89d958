import { createSampler, drawnAlike } from './drawn-alike.ts';

/** Pictures between two looks, after one that was too grey to judge by. */
const LOOK_EVERY = 16;

/** Another picture was seen than the one that was to be drawn. */
export class WrongPicture extends Error {}

interface PainterOptions {
  /** false where this browser was seen to copy other colours than it says */
  mayCopy: boolean;
  /** It was seen now. */
  copiesWrongly(): void;
}

/**
 * Draws decoded pictures over the whole canvas. Plain colours are copied where the browser gives them, because a
 * texture made on the way takes the page's thread for every picture.
 */
export class Painter {
  readonly #pen: OffscreenCanvasRenderingContext2D;
  readonly #options: PainterOptions;
  readonly #sample = createSampler();
  #mayCopy: boolean;
  /** One for all pictures: four megabytes sixteen times a second would be a lot of garbage. */
  #pixels: ImageData | null = null;
  /** kinds of frames that were drawn as they are */
  readonly #proven = new Set<string>();
  #looksIn = 0;

  constructor(pen: OffscreenCanvasRenderingContext2D, options: PainterOptions) {
    this.#pen = pen;
    this.#options = options;
    this.#mayCopy = options.mayCopy;
  }

  /**
   * Draws a picture, and closes it.
   * @throws WrongPicture
   */
  async paint(picture: ImageBitmap | VideoFrame): Promise<void> {
    try {
      if (!('copyTo' in picture)) return this.#draw(picture);
      const colours = await this.#coloursOf(picture);
      if (colours) {
        this.#pen.putImageData(colours, 0, 0);
        if (await this.#isRight(picture, 'copied')) return;
        this.#mayCopy = false;
        this.#options.copiesWrongly();
      }
      this.#draw(picture);
      if (!(await this.#isRight(picture, 'drawn'))) throw new WrongPicture('another picture was drawn');
    } finally {
      picture.close();
    }
  }

  #draw(picture: ImageBitmap | VideoFrame): void {
    const { width, height } = this.#pen.canvas;
    this.#pen.drawImage(picture, 0, 0, width, height);
  }

  /** @returns null where the browser doesn't turn this picture into plain colours, or ignores that it was asked to */
  async #coloursOf(picture: VideoFrame): Promise<ImageData | null> {
    const { width, height } = this.#pen.canvas;
    const { displayWidth, displayHeight, visibleRect } = picture;
    const isWhole = displayWidth === width && displayHeight === height;
    if (!this.#mayCopy || !isWhole || visibleRect?.width !== width || visibleRect.height !== height)
      return null;
    this.#pixels ??= this.#pen.createImageData(width, height);
    try {
      const [plane, ...others] = await picture.copyTo(this.#pixels.data, { format: 'RGBX' });
      if (plane?.offset === 0 && plane.stride === 4 * width && others.length === 0) return this.#pixels;
      this.#mayCopy = false;
    } catch {
      // Frames that only the GPU holds can't be copied, others can.
    }
    return null;
  }

  /** Looks at the first pictures of a kind until one is clear enough to judge by. */
  async #isRight(picture: VideoFrame, way: 'copied' | 'drawn'): Promise<boolean> {
    const kind = `${way} ${picture.format}`;
    if (this.#proven.has(kind)) return true;
    this.#looksIn -= 1;
    if (this.#looksIn > 0) return true;
    const likeness = await drawnAlike(picture, this.#pen.canvas, this.#sample);
    if (likeness === 'alike') this.#proven.add(kind);
    this.#looksIn = likeness === 'unclear' ? LOOK_EVERY : 0;
    return likeness !== 'different';
  }
}
