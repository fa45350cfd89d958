import { type Image, loadImage } from '@napi-rs/canvas';
import { type Context, createSurface, HEIGHT, WIDTH } from '../../surface.ts';

/** Size of a camera's pictures: enough for a painting of them, and cheap to work on. */
export const MIRROR = { width: 320, height: 180, fps: 8 } as const;

/** Brightness is painted in this many steps … */
const STEPS = 6;
/** … whose edges are softened by a blur of this many pixels. */
const SOFT = 1.2;
/** Share of the camera's own colours; the rest are the scene's. */
const OWN_COLOUR = 0.55;
const FADE_SECONDS = 0.8;
/** Strength of its light on the scene, and of its own paint. */
const LIGHT = 0.95;
const PAINT = 0.34;

export type Mirror = ReturnType<typeof createMirror>;

/**
 * The person's camera as a reflection in the painting: in a few steps of brightness, in the light and the colours of the
 * scene, and gone towards the edges.
 */
export function createMirror() {
  const paint = createSurface(MIRROR.width, MIRROR.height);
  const soft = createSurface(MIRROR.width, MIRROR.height);
  const mask = edgeMask();
  let isOn = false;
  let strength = 0;
  let isBusy = false;

  function repaint(image: Image): void {
    const { width, height } = MIRROR;
    const { context } = paint;
    const scale = Math.max(width / image.width, height / image.height);
    const [w, h] = [image.width * scale, image.height * scale];
    context.globalCompositeOperation = 'source-over';
    // Mirrored, as people expect of water and glass.
    context.setTransform(-1, 0, 0, 1, width, 0);
    context.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
    context.resetTransform();
    const pixels = context.getImageData(0, 0, width, height);
    posterise(pixels.data, mask);
    context.putImageData(pixels, 0, 0);
    soft.context.clearRect(0, 0, width, height);
    soft.context.filter = `blur(${SOFT}px)`;
    soft.context.drawImage(paint.canvas, 0, 0);
    soft.context.filter = 'none';
  }

  return {
    /** Takes the camera's newest picture; drops it while another one is being read. */
    async show(jpeg: Uint8Array): Promise<void> {
      if (isBusy) return;
      isBusy = true;
      isOn = true;
      try {
        const image = await loadImage(Buffer.from(jpeg));
        if (isOn) repaint(image);
      } catch {
        // An unreadable picture changes nothing.
      } finally {
        isBusy = false;
      }
    },
    hide(): void {
      isOn = false;
    },
    /** Draws it over a finished painting, 1/fps seconds after the last one. */
    draw(context: Context, fps: number): void {
      const step = 1 / (fps * FADE_SECONDS);
      strength = Math.min(1, Math.max(0, strength + (isOn ? step : -step)));
      if (strength === 0) return;
      // It is blurred already.
      context.imageSmoothingQuality = 'low';
      for (const [mode, share] of [
        ['soft-light', LIGHT],
        ['source-over', PAINT],
      ] as const) {
        context.globalCompositeOperation = mode;
        context.globalAlpha = share * strength;
        context.drawImage(soft.canvas, 0, 0, WIDTH, HEIGHT);
      }
      context.globalCompositeOperation = 'source-over';
      context.globalAlpha = 1;
    },
  };
}

/** Opacity by pixel: the middle shows, the edges belong to the painting. */
function edgeMask(): Float32Array {
  const { width, height } = MIRROR;
  return Float32Array.from({ length: width * height }, (_, at) => {
    const x = ((at % width) / width) * 2 - 1;
    const y = (Math.floor(at / width) / height) * 2 - 1;
    const edge = Math.min(1, Math.max(0, (1.12 - Math.hypot(x * 0.95, y)) / 0.5));
    return edge * edge * (3 - 2 * edge);
  });
}

function posterise(pixels: Uint8ClampedArray, mask: Float32Array): void {
  for (let at = 0; at < mask.length; at += 1) {
    const r = pixels[at * 4] ?? 0;
    const g = pixels[at * 4 + 1] ?? 0;
    const b = pixels[at * 4 + 2] ?? 0;
    const light = (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
    const level = Math.round(light * (STEPS - 1)) / (STEPS - 1);
    const grey = 255 * (level - light * OWN_COLOUR);
    pixels[at * 4] = grey + r * OWN_COLOUR;
    pixels[at * 4 + 1] = grey + g * OWN_COLOUR;
    pixels[at * 4 + 2] = grey + b * OWN_COLOUR;
    pixels[at * 4 + 3] = 255 * (mask[at] ?? 0);
  }
}
