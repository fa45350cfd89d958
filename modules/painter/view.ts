import type { Held } from '../protocol/steering.ts';
import { type Context, createSurface, HEIGHT, type Surface, WIDTH } from './surface.ts';

/** Seconds in which the camera reaches the speed that is asked for. */
const EASE_SECONDS = 0.25;
/**
 * Speeds a second: of a turn as a share of its range, of the zoom as a power of e, of the way as its share. Sticks count
 * down towards the front.
 */
const SPEED = { pan: 0.9, tilt: 0.9, zoom: 0.8, walk: -0.5 };
const MOST_ZOOM = Math.log(2.6);
/** Below this, it is back where it started. */
const REST = 0.002;
/** Height at which lines meet in the distance, as a share of the frame’s. */
const HORIZON = 0.56;

/** A rectangle of the picture, in pixels, that fills the frame. */
interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The camera’s view of far layers, and of near ones, which move more. */
export interface View {
  far: Crop;
  near: Crop;
}

/** The camera that a person steers. It depends only on what was held during the frames so far. */
export function createCamera() {
  const at = { pan: 0, tilt: 0, zoom: 0, walk: 0 };
  const speed = { pan: 0, tilt: 0, zoom: 0, walk: 0 };
  const names = ['pan', 'tilt', 'zoom', 'walk'] as const;
  let returns = false;

  return {
    /** Advances by one frame. */
    advance({ axes, buttons }: Held, seconds: number): void {
      if (buttons.includes('home')) returns = true;
      for (const name of names) {
        const held = axes[name] ?? 0;
        if (held !== 0) returns = false;
        speed[name] += (held - speed[name]) * Math.min(1, seconds / EASE_SECONDS);
        if (held === 0 && Math.abs(speed[name]) < REST) speed[name] = 0;
        at[name] += speed[name] * SPEED[name] * seconds;
        if (returns) at[name] *= Math.exp(-seconds * 5);
        if (returns && Math.abs(at[name]) < REST) at[name] = 0;
      }
      at.pan = clamp(at.pan, -1, 1);
      at.tilt = clamp(at.tilt, -1, 1);
      at.zoom = clamp(at.zoom, 0, MOST_ZOOM);
      at.walk = clamp(at.walk, 0, 1);
      if (names.every((name) => at[name] === 0)) returns = false;
    },
    /** Null at the start, where the picture is as it was painted. */
    view(): View | null {
      if (names.every((name) => at[name] === 0)) return null;
      // The frame needs room to turn in, so the picture grows a little.
      const turned = Math.min(1, Math.hypot(at.pan, at.tilt));
      const far = Math.exp(at.zoom) * (1 + 0.1 * turned + 0.35 * at.walk);
      const near = far * (1 + 0.12 * turned + 0.9 * at.walk ** 1.5);
      return { far: crop(far), near: crop(near) };
    },
  };

  function crop(scale: number): Crop {
    const [width, height] = [WIDTH / scale, HEIGHT / scale];
    const up = at.tilt < 0 ? HORIZON : 1 - HORIZON;
    return {
      x: ((WIDTH - width) / 2) * (1 + at.pan),
      y: (HEIGHT - height) * (HORIZON + at.tilt * up),
      width,
      height,
    };
  }
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Stretches part of a canvas over all of another. */
export function drawCrop(target: Context, canvas: Surface, { x, y, width, height }: Crop): void {
  const usual = target.imageSmoothingQuality;
  target.imageSmoothingQuality = 'medium';
  target.drawImage(canvas, x, y, width, height, 0, 0, WIDTH, HEIGHT);
  target.imageSmoothingQuality = usual;
}

/** Two canvases that all scenes draw through while the camera isn't at its start. */
export function spareSurfaces() {
  spare ??= [createSurface(WIDTH, HEIGHT), createSurface(WIDTH, HEIGHT)];
  return spare;
}

let spare: [ReturnType<typeof createSurface>, ReturnType<typeof createSurface>] | undefined;
