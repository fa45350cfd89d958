import { between, createRandom, pick, type Random } from '../../../generator/random.ts';
import { css, hex, mix, type Rgb, scale } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import {
  type Context,
  createSurface,
  drawSliding,
  HEIGHT,
  type Layer,
  MARGIN,
  WIDTH,
} from '../../surface.ts';
import { fillDisc } from '../effects/draw.ts';
import { paintGlow } from '../sky/celestial.ts';

interface SkylineOptions {
  baseY: number;
  /** tallest building, in pixels */
  height: number;
  /** typical building, in pixels */
  width: number;
  haze: number;
  seed: number;
  /** 0–1: how much lower the skyline is in the middle, as along a street */
  valley: number;
  /** 0–1: share of the width that stays free in the middle */
  gap: number;
}

/**
 * Rows of buildings from far to near, with lit windows, signs and roofs. All rows share one sheet and slide together.
 */
export function createSkyline(
  spec: SceneSpec,
  palette: Palette,
  rows: readonly SkylineOptions[],
  depth: number,
): Layer {
  const full = WIDTH + 2 * MARGIN;
  const bottom = Math.max(...rows.map(({ baseY }) => baseY)) + 6;
  const top = Math.max(
    0,
    Math.floor(Math.min(...rows.map(({ baseY, height }) => baseY - height * 1.1 - 70))),
  );
  const { canvas, context } = createSurface(full, bottom - top);
  context.translate(0, -top);
  for (const row of rows) {
    paintRow(context, spec, palette, row);
    paintAir(context, spec, palette, row);
  }
  return { draw: (target, moment) => drawSliding(target, canvas, top, moment, depth) };
}

function paintRow(context: Context, spec: SceneSpec, palette: Palette, options: SkylineOptions): void {
  const random = createRandom(options.seed);
  const full = WIDTH + 2 * MARGIN;
  const neon = spec.materials.includes('neon');
  const dark = palette.night || spec.time === 'dusk';
  const wall = spec.colours.city
    ? mix(hex(spec.colours.city), palette.shade, 0.35)
    : mix([70, 74, 92], palette.shade, dark ? 0.72 : 0.3);
  for (let x = -30; x < full; ) {
    const width = options.width * between(random, 0.6, 1.5);
    const middle = Math.abs((x + width / 2) / full - 0.5) * 2;
    const rise = 1 - options.valley * (1 - middle ** 1.3);
    if (middle > options.gap) {
      const height = options.height * rise * (0.38 + random() ** 1.6 * 0.7);
      const building = { x, width, top: options.baseY - height, bottom: options.baseY + 6 };
      paintBuilding(context, building, wall, palette, random, { dark, isLit: spec.lamps ?? dark }, options);
      if (neon) paintSigns(context, building, palette, random, options);
    }
    x += width * between(random, 0.92, 1.12);
  }
}

/** Haze in front of a row, with the glow of the streets at its foot. */
function paintAir(context: Context, spec: SceneSpec, palette: Palette, options: SkylineOptions): void {
  const neon = spec.materials.includes('neon');
  const dark = palette.night || spec.time === 'dusk';
  context.globalCompositeOperation = 'source-atop';
  const air = context.createLinearGradient(0, options.baseY - options.height, 0, options.baseY);
  const smog = neon ? mix(palette.haze, palette.accents[0] as Rgb, 0.35) : palette.haze;
  air.addColorStop(0, css(palette.haze, options.haze * 0.75));
  air.addColorStop(1, css(smog, Math.min(1, options.haze * 1.2 + (dark ? 0.12 : 0.05))));
  context.fillStyle = air;
  context.fillRect(0, 0, WIDTH + 2 * MARGIN, HEIGHT);
  context.globalCompositeOperation = 'source-over';
}

interface Building {
  x: number;
  width: number;
  top: number;
  bottom: number;
}

function paintBuilding(
  context: Context,
  { x, width, top, bottom }: Building,
  wall: Rgb,
  palette: Palette,
  random: Random,
  { dark, isLit }: { dark: boolean; isLit: boolean },
  options: SkylineOptions,
): void {
  const tone = scale(wall, between(random, 0.75, 1.2));
  const lightLeft = palette.lightX * WIDTH < x;
  const face = context.createLinearGradient(x, 0, x + width, 0);
  const bright = mix(tone, palette.halo, dark ? 0.12 : 0.34);
  face.addColorStop(lightLeft ? 0 : 1, css(bright));
  face.addColorStop(lightLeft ? 0.6 : 0.4, css(tone));
  face.addColorStop(lightLeft ? 1 : 0, css(scale(tone, 0.62)));
  context.fillStyle = face;
  const setback = random() < 0.45 ? between(random, 0.08, 0.22) : 0;
  const step = top + (bottom - top) * between(random, 0.08, 0.3);
  context.fillRect(x + width * setback, top, width * (1 - setback * 2), bottom - top);
  if (setback > 0) context.fillRect(x, step, width, bottom - step);
  if (random() < 0.32) {
    context.fillRect(
      x + width * 0.48,
      top - between(random, 16, 60) * (options.width / 70),
      Math.max(1.5, width * 0.03),
      70,
    );
  }
  const cell = Math.max(4, options.width / 11);
  const warm: [Rgb, ...Rgb[]] = [
    [255, 214, 140],
    [255, 188, 104],
    [255, 236, 196],
    [190, 220, 255],
  ];
  // its own random numbers, so that lamps and the time of day leave the buildings as they are
  const inside = createRandom(options.seed ^ Math.round(x * 977));
  const share = isLit ? between(inside, 0.24, 0.62) : 0.9;
  for (let wy = top + cell; wy < bottom - cell; wy += cell * 1.25) {
    const inset = wy < step ? width * setback : 0;
    const floorLit = inside() < 0.12;
    for (let wx = x + inset + cell * 0.6; wx < x + width - inset - cell * 0.8; wx += cell) {
      if (inside() > (floorLit ? 0.95 : share)) continue;
      const colour = isLit ? pick(inside, warm) : mix(palette.lower, palette.upper, inside());
      context.fillStyle = css(colour, isLit ? between(inside, 0.3, 1) : between(inside, 0.12, 0.45));
      context.fillRect(wx, wy, cell * 0.58, cell * 0.62);
    }
  }
}

/** Neon: vertical signs, edge tubes and billboards, each with its own halo. */
function paintSigns(
  context: Context,
  { x, width, top, bottom }: Building,
  palette: Palette,
  random: Random,
  options: SkylineOptions,
): void {
  const size = options.width / 70;
  const signs = random() < 0.75 ? 1 + Math.floor(random() * 2.4) : 0;
  for (let i = 0; i < signs; i++) {
    const colour = pick(random, palette.accents as [Rgb, ...Rgb[]]);
    const hot = mix(colour, [255, 255, 255], 0.55);
    const sx = x + width * between(random, 0.12, 0.85);
    const sy = top + (bottom - top) * between(random, 0.1, 0.7);
    context.globalCompositeOperation = 'lighter';
    const kind = random();
    if (kind < 0.55) {
      const w = between(random, 7, 15) * size;
      const h = between(random, 50, 130) * size;
      paintGlow(context, sx, sy + h / 2, h * 0.9, colour, 0.5);
      context.fillStyle = css(colour, 0.35);
      context.fillRect(sx - w / 2, sy, w, h);
      context.fillStyle = css(hot, 0.95);
      for (let g = sy + w * 0.3; g < sy + h - w * 0.7; g += w) paintGlyph(context, sx, g, w * 0.62, random);
    } else if (kind < 0.8) {
      const h = (bottom - top) * between(random, 0.3, 0.8);
      const edge = random() < 0.5 ? x + 2 : x + width - 2;
      paintGlow(context, edge, top + h / 2, h * 0.5, colour, 0.22);
      context.fillStyle = css(hot, 0.9);
      context.fillRect(edge - size, top + 4, 2 * size, h);
    } else {
      const w = width * between(random, 0.45, 0.8);
      const h = w * between(random, 0.35, 0.6);
      const bx = x + (width - w) / 2;
      const board = context.createLinearGradient(bx, sy, bx + w, sy + h);
      board.addColorStop(0, css(colour, 0.9));
      board.addColorStop(0.5, css(hot, 0.8));
      board.addColorStop(1, css(pick(random, palette.accents as [Rgb, ...Rgb[]]), 0.85));
      paintGlow(context, bx + w / 2, sy + h / 2, w * 1.1, colour, 0.45);
      context.fillStyle = board;
      context.fillRect(bx, sy, w, h);
    }
    context.globalCompositeOperation = 'source-over';
  }
}

/** A few strokes that look like writing from afar. */
function paintGlyph(context: Context, x: number, y: number, size: number, random: Random): void {
  const bar = Math.max(1, size * 0.16);
  for (let i = 0; i < 3; i++) {
    if (random() < 0.6) context.fillRect(x - size / 2, y + (i * size) / 2.6, size, bar);
    else context.fillRect(x - size / 2 + random() * size, y, bar, size);
  }
}

/** Out-of-focus street lamps and headlights, some of them moving. */
export function createStreetLights(palette: Palette, y: number, neon: boolean, seed: number): Layer {
  const random = createRandom(seed);
  const colours: [Rgb, ...Rgb[]] = neon
    ? [[255, 80, 90], [255, 240, 220], ...palette.accents]
    : [
        [255, 210, 150],
        [255, 90, 70],
        [255, 240, 215],
      ];
  const sprites = colours.map((colour) => {
    const sprite = createSurface(64, 64);
    paintGlow(sprite.context, 32, 32, 32, colour, 0.9);
    sprite.context.fillStyle = css(mix(colour, [255, 255, 255], 0.5), 0.8);
    fillDisc(sprite.context, 32, 32, 5);
    return sprite.canvas;
  });
  const lights = Array.from({ length: 34 }, () => ({
    sprite: pick(random, sprites as [(typeof sprites)[number], ...typeof sprites]),
    x: random() * WIDTH,
    y: y - random() ** 2 * 16,
    size: between(random, 16, 54),
    speed: random() < 0.5 ? 0 : between(random, 14, 60) * (random() < 0.5 ? -1 : 1),
    phase: random() * 7,
  }));
  return {
    draw(context, { t }) {
      context.globalCompositeOperation = 'lighter';
      for (const light of lights) {
        const x = (((light.x + t * light.speed) % (WIDTH + 80)) + WIDTH + 80) % (WIDTH + 80);
        context.globalAlpha = light.speed === 0 ? 0.7 + 0.3 * Math.sin(t * 1.7 + light.phase) : 0.9;
        context.drawImage(
          light.sprite,
          x - 40 - light.size / 2,
          light.y - light.size / 2,
          light.size,
          light.size,
        );
      }
      context.globalAlpha = 1;
      context.globalCompositeOperation = 'source-over';
    },
  };
}
