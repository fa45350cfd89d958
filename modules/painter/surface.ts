import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../protocol/format.ts';

/** Scenes are composed in this space and scaled to the size that a dream asks for. */
export const WIDTH = FRAME_WIDTH;
export const HEIGHT = FRAME_HEIGHT;
/** Farthest that a layer may slide each way before its edge would show. */
export const MARGIN = 48;

export type Surface = Canvas;
export type Context = SKRSContext2D;

/** The state of the scene at one frame. */
interface Moment {
  /** scene seconds, already scaled by the scene's own speed */
  t: number;
  /** frame number since the start of the dream */
  frame: number;
  /** −1…1: where the slow camera drift stands */
  sway: number;
}

/** One sheet of the picture. Drawing depends on the moment alone, never on earlier frames. */
export interface Layer {
  draw(context: Context, moment: Moment): void;
}

/** A sheet, or one that is painted in parts: it yields between them, so that no frame has to wait for the whole. */
export type Painting = Layer | Generator<void, Layer, void>;

/** An off-screen canvas with its context. */
export function createSurface(width: number, height: number): { canvas: Surface; context: Context } {
  const canvas = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  return { canvas, context: canvas.getContext('2d') };
}

/** A pixel buffer that is computed in script and put onto a canvas to be scaled up smoothly. */
interface PixelSurface {
  width: number;
  height: number;
  /** unpremultiplied RGBA */
  pixels: Uint8ClampedArray;
  canvas: Surface;
  /** copies the pixels to the canvas */
  flush(): void;
  /** a canvas of its own with only the rows from top on, cheaper to draw than the empty rest */
  crop(top: number): Surface;
}

export function createPixels(width: number, height: number): PixelSurface {
  const { canvas, context } = createSurface(width, height);
  const image = new ImageData(width, height);
  return {
    width,
    height,
    pixels: image.data,
    canvas,
    flush: () => context.putImageData(image, 0, 0),
    crop(top) {
      const part = createSurface(width, height - top);
      part.context.putImageData(image, 0, -top);
      return part.canvas;
    },
  };
}

/** Draws a sheet that is wider than the picture by the margins, slid by the camera. */
export function drawSliding(
  context: Context,
  canvas: Surface,
  y: number,
  moment: Moment,
  depth: number,
): void {
  context.drawImage(canvas, -MARGIN + moment.sway * MARGIN * depth, y);
}
