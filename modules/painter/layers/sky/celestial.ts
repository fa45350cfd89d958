import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix, type Rgb, scale, tint } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import type { Palette } from '../../palette.ts';
import {
  type Context,
  createPixels,
  createSurface,
  HEIGHT,
  type Layer,
  type Surface,
  WIDTH,
} from '../../surface.ts';
import { strokeLine } from '../effects/draw.ts';

/** A soft, round light with a small bright core and a long fall-off, as in a lens. */
export function paintGlow(
  context: Context,
  x: number,
  y: number,
  radius: number,
  colour: Rgb,
  alpha: number,
): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, css(colour, Math.min(1, alpha)));
  gradient.addColorStop(0.12, css(colour, alpha * 0.62));
  gradient.addColorStop(0.3, css(colour, alpha * 0.26));
  gradient.addColorStop(0.6, css(colour, alpha * 0.07));
  gradient.addColorStop(1, css(colour, 0));
  context.fillStyle = gradient;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}

/** The sun and its bloom, at the position of the palette's light. */
export function createSun(palette: Palette, horizonY: number, size: number): Layer {
  const x = palette.lightX * WIDTH;
  const low = palette.lightY > 0.35;
  const radius = (low ? 46 : 34) * size;
  const y = low ? horizonY - radius * 1.15 : palette.lightY * HEIGHT;
  const { canvas, context } = createSurface(900, 900);
  paintGlow(context, 450, 450, 450, palette.halo, 0.85);
  paintGlow(context, 450, 450, 220, palette.light, 0.8);
  const disc = context.createRadialGradient(450, 450, 0, 450, 450, radius);
  disc.addColorStop(0, css(mix(palette.light, [255, 255, 255], 0.6)));
  disc.addColorStop(0.86, css(palette.light));
  disc.addColorStop(1, css(palette.light, 0));
  context.fillStyle = disc;
  context.fillRect(0, 0, 900, 900);
  return {
    draw(target, { t, sway }) {
      target.globalCompositeOperation = 'screen';
      target.globalAlpha = 0.94 + 0.06 * Math.sin(t * 0.7);
      target.drawImage(canvas, x - 450 + sway * 3, y - 450);
      target.globalAlpha = 1;
      target.globalCompositeOperation = 'source-over';
    },
  };
}

/** Moons with maria and craters. The first is the largest; the rest keep their distance from it. */
export function createMoons(
  palette: Palette,
  count: number,
  colour: string | undefined,
  seed: number,
): Layer {
  const random = createRandom(seed);
  const base = colour
    ? mix(tint([240, 236, 225], hex(colour), 0.9), hex(colour), 0.35)
    : ([243, 239, 226] as Rgb);
  const moons = Array.from({ length: Math.min(count, 9) }, (_, i) => {
    const radius = i === 0 ? between(random, 46, 60) : between(random, 18, 38) / Math.sqrt(i);
    const slot = (palette.lightX + i * (0.31 + random() * 0.08)) % 1;
    const x = i === 0 ? palette.lightX : 0.1 + slot * 0.8;
    const y = i === 0 ? 0.2 : between(random, 0.1, 0.34);
    const shade = i === 0 ? base : mix(base, palette.halo, 0.22 + random() * 0.2);
    return { x: x * WIDTH, y: y * HEIGHT, radius, face: moonFace(radius, shade, palette, seed + i * 7919) };
  });
  const glow = createSurface(512, 512);
  paintGlow(glow.context, 256, 256, 256, mix(base, palette.halo, 0.4), 0.55);
  return {
    draw(context, { sway }) {
      for (const moon of moons) {
        const x = moon.x + sway * 4;
        const reach = moon.radius * 5.4;
        context.globalCompositeOperation = 'screen';
        context.drawImage(glow.canvas, x - reach, moon.y - reach, reach * 2, reach * 2);
        context.globalCompositeOperation = 'source-over';
        const edge = moon.radius + 2;
        context.drawImage(moon.face, x - edge, moon.y - edge, edge * 2, edge * 2);
      }
    },
  };
}

function moonFace(radius: number, colour: Rgb, palette: Palette, seed: number): Surface {
  const size = Math.ceil(radius * 2 + 4);
  const face = createPixels(size, size);
  const { soft, ridged } = noiseFields();
  const centre = size / 2;
  const dark = mix(scale(colour, 0.5), palette.upper, 0.35);
  const phase = ((seed % 100) / 100 - 0.5) * 0.9;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const dx = (x + 0.5 - centre) / radius;
      const dy = (y + 0.5 - centre) / radius;
      const away = Math.sqrt(dx * dx + dy * dy);
      if (away > 1.04) continue;
      const bulge = Math.sqrt(Math.max(0, 1 - away * away));
      const u = (dx / (0.6 + bulge)) * 34 + (seed & 511);
      const v = (dy / (0.6 + bulge)) * 34;
      const seas = sample(soft, u, v);
      const relief = sample(ridged, u * 3, v * 3);
      const limb = 0.42 + 0.58 * Math.max(0, bulge * 0.8 + dx * phase - dy * 0.25 + 0.25);
      const level = Math.min(1, limb) * (0.74 + (seas - 0.42) * 0.9 + (relief - 0.5) * 0.14);
      const shown = mix(dark, colour, Math.max(0, Math.min(1, level)));
      const index = (y * size + x) * 4;
      face.pixels[index] = shown[0];
      face.pixels[index + 1] = shown[1];
      face.pixels[index + 2] = shown[2];
      face.pixels[index + 3] = 255 * Math.max(0, Math.min(1, (1 - away) * radius + 0.5));
    }
  }
  face.flush();
  return face.canvas;
}

/** A static star field, denser along a faint Milky Way, in which some stars twinkle. */
export function createStars(
  amount: number,
  depthY: number,
  seed: number,
  band: Rgb,
  strength: number,
  asked?: string,
): Layer {
  const random = createRandom(seed);
  const { soft } = noiseFields();
  const { canvas, context } = createSurface(WIDTH, HEIGHT);
  const tilt = between(random, -0.5, 0.5);
  if (strength > 0) paintMilkyBand(context, tilt, band, strength, seed);
  const colours = asked ? [asked, asked, '#ffffff'] : ['#ffffff', '#cfe0ff', '#ffe9c8', '#bcd2ff', '#fff4e0'];
  for (let i = 0; i < amount; i++) {
    const x = random() * WIDTH;
    let y = random() ** 1.15 * depthY;
    if (strength > 0 && random() < 0.45)
      y = HEIGHT * 0.3 + (x - WIDTH / 2) * tilt + (random() + random() - 1) * 150;
    const thick = sample(soft, x * 0.2, y * 0.2 + (seed & 511));
    const size = 0.5 + random() ** 6 * 1.7;
    context.globalAlpha = Math.min(1, (0.25 + random() * 0.75) * (0.5 + thick) * (1.1 - (y / depthY) * 0.75));
    context.fillStyle = colours[(random() * colours.length) | 0] as string;
    context.beginPath();
    context.arc(x, y, size, 0, Math.PI * 2);
    context.fill();
  }
  const spark = createSurface(32, 32);
  paintGlow(spark.context, 16, 16, 16, asked ? hex(asked) : [225, 236, 255], 1);
  const twinklers = Array.from({ length: 46 }, () => ({
    x: random() * WIDTH,
    y: random() ** 1.2 * depthY * 0.9,
    size: between(random, 5, 15),
    pace: between(random, 0.6, 2.4),
    phase: random() * 7,
  }));
  return {
    draw(target, { t, sway }) {
      target.globalCompositeOperation = 'lighter';
      target.drawImage(canvas, Math.round(sway * 2), 0);
      for (const { x, y, size, pace, phase } of twinklers) {
        target.globalAlpha = 0.5 + 0.5 * Math.sin(t * pace + phase);
        target.drawImage(spark.canvas, x - size / 2, y - size / 2, size, size);
      }
      target.globalAlpha = 1;
      target.globalCompositeOperation = 'source-over';
    },
  };
}

function paintMilkyBand(context: Context, tilt: number, band: Rgb, strength: number, seed: number): void {
  const small = createPixels(320, 180);
  const { soft, ridged } = noiseFields();
  for (let y = 0; y < 180; y++) {
    for (let x = 0; x < 320; x++) {
      const off = (y - 54 - (x - 160) * tilt) / 36;
      const cloud = sample(soft, x * 0.62 + (seed & 511), y * 0.62);
      const dust = sample(ridged, x * 0.8, y * 0.8 + (seed & 255));
      const level =
        Math.exp(-off * off) * (cloud * 1.5 - 0.3) * (1 - dust * dust * 0.75 * Math.exp(-off * off * 6));
      const index = (y * 320 + x) * 4;
      const warm = Math.exp(-off * off * 3) * 0.35;
      small.pixels[index] = band[0] + (255 - band[0]) * warm;
      small.pixels[index + 1] = band[1] + (225 - band[1]) * warm;
      small.pixels[index + 2] = band[2] + (215 - band[2]) * warm;
      small.pixels[index + 3] = Math.max(0, Math.min(1, level)) * 255 * strength;
    }
  }
  small.flush();
  context.imageSmoothingQuality = 'high';
  context.drawImage(small.canvas, 0, 0, WIDTH, HEIGHT);
}

/** Shooting stars: one every few seconds, each a fading stroke. */
export function createMeteors(count: number, horizonY: number, seed: number): Layer {
  const lanes = Math.max(2, Math.min(12, count));
  return {
    draw(context, { t }) {
      context.globalCompositeOperation = 'lighter';
      context.lineCap = 'round';
      for (let lane = 0; lane < lanes; lane++) {
        const period = 2.6 + lane * 0.37;
        const turn = Math.floor(t / period + lane * 0.31);
        const age = ((t / period + lane * 0.31) % 1) * period;
        const random = createRandom(seed + turn * 131 + lane * 7);
        const x = between(random, 0.1, 1.1) * WIDTH;
        const y = between(random, 0, 0.45) * horizonY;
        const life = between(random, 0.7, 1.1);
        if (age > life) continue;
        const speed = between(random, 340, 620);
        const hx = x - age * speed;
        const hy = y + age * speed * 0.42;
        const fade = Math.sin((age / life) * Math.PI);
        const tail = context.createLinearGradient(hx, hy, hx + 170, hy - 71);
        tail.addColorStop(0, `rgba(255,250,235,${fade.toFixed(3)})`);
        tail.addColorStop(1, 'rgba(160,190,255,0)');
        context.strokeStyle = tail;
        context.lineWidth = 2.2;
        strokeLine(context, hx, hy, hx + 170, hy - 71);
      }
      context.globalCompositeOperation = 'source-over';
    },
  };
}

/** A rainbow with its fainter, reversed secondary bow. */
export function createRainbow(horizonY: number, palette: Palette): Layer {
  const { canvas, context } = createSurface(WIDTH, HEIGHT);
  const x = WIDTH * (1 - palette.lightX);
  const y = horizonY + 130;
  for (const [radius, width, alpha, reverse] of [
    [470, 54, 0.42, false],
    [610, 60, 0.14, true],
  ] as const) {
    const bow = context.createRadialGradient(x, y, radius - width / 2, x, y, radius + width / 2);
    const hues = [280, 240, 200, 140, 60, 30, 0];
    if (reverse) hues.reverse();
    bow.addColorStop(0, 'rgba(255,255,255,0)');
    hues.forEach((hue, i) => {
      bow.addColorStop(0.12 + i * 0.126, `hsla(${hue},90%,65%,${alpha})`);
    });
    bow.addColorStop(1, 'rgba(255,255,255,0)');
    context.fillStyle = bow;
    context.fillRect(0, 0, WIDTH, HEIGHT);
  }
  context.globalCompositeOperation = 'destination-out';
  const fade = context.createLinearGradient(0, horizonY * 0.55, 0, horizonY + 20);
  fade.addColorStop(0, 'rgba(0,0,0,0)');
  fade.addColorStop(1, 'rgba(0,0,0,0.8)');
  context.fillStyle = fade;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  return {
    draw(target, { t }) {
      target.globalAlpha = 0.85 + 0.15 * Math.sin(t * 0.4);
      target.globalCompositeOperation = 'screen';
      target.drawImage(canvas, 0, 0);
      target.globalCompositeOperation = 'source-over';
      target.globalAlpha = 1;
    },
  };
}
