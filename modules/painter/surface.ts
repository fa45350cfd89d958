import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../protocol/format.ts';

/** Scenes are composed at this size and scaled to the dream's. */
export const WIDTH = FRAME_WIDTH;
export const HEIGHT = FRAME_HEIGHT;
/** Maximum distance that a layer may slide in each direction before its edge would show. */
export const MARGIN = 48;

export type Surface = Canvas;
export type Context = SKRSContext2D;

/** The state of a scene at one frame. */
interface Moment {
  /** scene seconds, already multiplied by the scene's own speed */
  t: number;
  /** frames since the start of the dream */
  frame: number;
  /** −1…1: position of the slow camera drift */
  sway: number;
}

/** One layer of the picture. Drawing depends only on the moment, never on earlier frames. */
export interface Layer {
  draw(context: Context, moment: Moment): void;
}

/** A layer, or a generator that paints one in parts and yields between them, so that no frame waits for the whole. */
export type Painting = Layer | Generator<void, Layer, void>;

export function createSurface(width: number, height: number): { canvas: Surface; context: Context } {
  const canvas = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  return { canvas, context: canvas.getContext('2d') };
}

/** Pixels computed in script, copied to a canvas and scaled up smoothly. */
interface PixelSurface {
  width: number;
  height: number;
  /** unpremultiplied RGBA */
  pixels: Uint8ClampedArray;
  canvas: Surface;
  /** copies the pixels to the canvas */
  flush(): void;
  /** a separate canvas with only the rows from `top` on, which is cheaper to draw than the empty rest */
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

/** Draws a canvas that is one margin wider than the picture on each side, at the camera's position. */
export function drawSliding(
  context: Context,
  canvas: Surface,
  y: number,
  moment: Moment,
  depth: number,
): void {
  context.drawImage(canvas, -MARGIN + moment.sway * MARGIN * depth, y);
}
