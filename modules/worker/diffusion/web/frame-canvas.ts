import { drawTile, TILE } from '../../../watermark/contract/tile.ts';

/**
 * Scales images to cover the frame, reusing two canvases.
 * @param watermark watermark id for the frames, 16 hex digits
 * @returns a function that draws an image and returns the canvas with the finished frame
 */
export function createFrameCanvas(watermark?: string) {
  const small = new OffscreenCanvas(1, 1);
  const whole = new OffscreenCanvas(1, 1);
  const [brush, pen] = [contextOf(small), contextOf(whole)];
  const mark = watermark === undefined ? null : createTilePatterns(watermark);

  return (
    /** RGB, 8 bits per channel */
    pixels: Uint8ClampedArray,
    { width, height }: { width: number; height: number },
    frame: { width: number; height: number },
  ): OffscreenCanvas => {
    resize(small, width, height);
    resize(whole, frame.width, frame.height);
    const image = new ImageData(width, height);
    for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
      image.data[to] = pixels[from] ?? 0;
      image.data[to + 1] = pixels[from + 1] ?? 0;
      image.data[to + 2] = pixels[from + 2] ?? 0;
      image.data[to + 3] = 255;
    }
    brush.putImageData(image, 0, 0);
    const scale = Math.max(frame.width / width, frame.height / height);
    const [wide, high] = [width * scale, height * scale];
    pen.drawImage(small, (frame.width - wide) / 2, (frame.height - high) / 2, wide, high);
    if (mark) addTiles(pen, mark, frame);
    return whole;
  };
}

/** Standard deviation of the watermark in luma steps, the same for any content. */
const STRENGTH = 1.3;

/** Splits the watermark tile into its lighter and darker parts. */
function createTilePatterns(watermark: string): { lighter: OffscreenCanvas; darker: OffscreenCanvas } {
  const tile = drawTile(watermark).map((value) => Math.round(value * STRENGTH));
  return { lighter: tileOf(tile), darker: tileOf(tile.map((value) => -value)) };
}

function tileOf(values: Float32Array): OffscreenCanvas {
  const canvas = new OffscreenCanvas(TILE, TILE);
  const image = new ImageData(TILE, TILE);
  for (const [at, value] of values.entries()) image.data.set([value, value, value, 255], at * 4);
  contextOf(canvas).putImageData(image, 0, 0);
  return canvas;
}

/** Adds the lighter part and subtracts the darker one. Canvas compositing is far faster than a loop over pixels. */
function addTiles(
  pen: OffscreenCanvasRenderingContext2D,
  { lighter, darker }: ReturnType<typeof createTilePatterns>,
  { width, height }: { width: number; height: number },
): void {
  for (const [tile, operation] of [
    [lighter, 'lighter'],
    [darker, 'difference'],
  ] as const) {
    pen.globalCompositeOperation = operation;
    pen.fillStyle = pen.createPattern(tile, 'repeat') ?? 'black';
    pen.fillRect(0, 0, width, height);
  }
  pen.globalCompositeOperation = 'source-over';
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser gives no canvas to draw on.');
  return context;
}

/** Setting a canvas's size clears it and its settings, even if the size is unchanged. */
function resize(canvas: OffscreenCanvas, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}
