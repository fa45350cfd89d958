import { createRandom } from '../../../generator/random.ts';
import { css, type Rgb } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import { createPixels, createSurface, HEIGHT, type Layer, WIDTH } from '../../surface.ts';
import { wrap } from '../../wrap.ts';
import { FLASH_INTERVAL, flashOf } from './flashes.ts';

/** Drifting fog banks between two rows, densest in the lower third. */
export function createFog(colour: Rgb, top: number, bottom: number, amount: number, seed: number): Layer {
  const columns = 160;
  const rows = 48;
  const buffer = createPixels(columns, rows);
  const { soft } = noiseFields();
  const { pixels } = buffer;
  const origin = seed & 511;
  for (let i = 0; i < columns * rows; i++) {
    pixels[i * 4] = colour[0];
    pixels[i * 4 + 1] = colour[1];
    pixels[i * 4 + 2] = colour[2];
  }
  return {
    draw(context, { t }) {
      for (let y = 0; y < rows; y++) {
        const v = y / (rows - 1);
        const body = Math.sin(Math.min(1, v * 1.08) * Math.PI) ** 0.8 * (0.6 + v * 0.5);
        for (let x = 0; x < columns; x++) {
          const warp = sample(soft, x * 0.3 + t * 0.8, y * 0.5 + origin) - 0.5;
          const n = sample(soft, x * 0.52 + origin + t * 2.2 + warp * 16, y * 1.15 - t * 0.35 + warp * 9);
          const a = (n - 0.24) * 1.9 * body * amount;
          pixels[(y * columns + x) * 4 + 3] = a <= 0 ? 0 : a >= 1 ? 255 : a * 255;
        }
      }
      buffer.flush();
      context.drawImage(buffer.canvas, 0, top, WIDTH, bottom - top);
    },
  };
}

/** Falling rain: slanted strokes in three depths, one path per depth. */
export function createRain(amount: number, wind: number, colour: Rgb, seed: number, upward = false): Layer {
  const random = createRandom(seed);
  const depths = [0.45, 0.7, 1].map((near, i) => ({
    near,
    drops: Array.from({ length: Math.round(amount * (260 - i * 75)) }, () => ({
      x: random(),
      y: random(),
      pace: 0.85 + random() * 0.3,
    })),
  }));
  const slant = 0.06 + wind * 0.35;
  return {
    draw(context, { t }) {
      context.lineCap = 'round';
      for (const { near, drops } of depths) {
        const length = 20 + near * 42;
        context.strokeStyle = css(colour, 0.1 + near * 0.16);
        context.lineWidth = 0.6 + near * 0.9;
        context.beginPath();
        for (const { x, y, pace } of drops) {
          const fallen = (y + t * pace * (0.9 + near * 1.15)) % 1;
          const fall = upward ? 1 - fallen : fallen;
          const py = fall * (HEIGHT + 120) - 60;
          const px = wrap(x * (WIDTH + 300) - py * slant, WIDTH + 300) - 100;
          context.moveTo(px, py);
          context.lineTo(px - length * slant, py + length);
        }
        context.stroke();
      }
    },
  };
}

/** Snow: small distant flakes and a few large, soft, near ones, each swaying as it falls. */
export function createSnow(amount: number, wind: number, seed: number, upward = false): Layer {
  const random = createRandom(seed);
  const flake = createSurface(32, 32);
  const glow = flake.context.createRadialGradient(16, 16, 0, 16, 16, 16);
  glow.addColorStop(0, 'rgba(255,255,255,0.95)');
  glow.addColorStop(0.35, 'rgba(255,255,255,0.6)');
  glow.addColorStop(1, 'rgba(255,255,255,0)');
  flake.context.fillStyle = glow;
  flake.context.fillRect(0, 0, 32, 32);
  const flakes = Array.from({ length: Math.round(90 + amount * 330) }, () => ({
    x: random(),
    y: random(),
    near: random() ** 3,
    phase: random() * 7,
    swing: 6 + random() * 22,
  }));
  return {
    draw(context, { t }) {
      for (const { x, y, near, phase, swing } of flakes) {
        const fallen = (y + t * (0.035 + near * 0.12) * (1 + wind * 0.6)) % 1;
        const fall = upward ? 1 - fallen : fallen;
        const size = 2.6 + near * 15;
        const drift = t * (10 + near * 40) * (0.3 + wind * 5);
        const px = wrap(x * (WIDTH + 80) + Math.sin(t * 0.8 + phase) * swing + drift, WIDTH + 80) - 40;
        context.globalAlpha = 0.85 - near * 0.4;
        context.drawImage(flake.canvas, px, fall * (HEIGHT + 60) - 30, size, size);
      }
      context.globalAlpha = 1;
    },
  };
}

/** Lightning: occasional flashes of the whole sky with one branching bolt. */
export function createLightning(horizonY: number, seed: number): Layer {
  return {
    draw(context, { t }) {
      const { start, x: across, random } = flashOf(seed, Math.floor(t / FLASH_INTERVAL));
      const since = t - start;
      if (since < 0 || since > 0.7) return;
      const flash = Math.exp(-since * 6) * (0.75 + 0.25 * Math.cos(since * 60));
      context.globalCompositeOperation = 'screen';
      const x = WIDTH * across;
      const sheet = context.createRadialGradient(x, horizonY * 0.25, 0, x, horizonY * 0.25, 800);
      sheet.addColorStop(0, `rgba(190,200,255,${(flash * 0.55).toFixed(3)})`);
      sheet.addColorStop(1, `rgba(90,90,190,${(flash * 0.08).toFixed(3)})`);
      context.fillStyle = sheet;
      context.fillRect(0, 0, WIDTH, HEIGHT);
      context.lineJoin = 'round';
      const bolt = boltPath(random, x, horizonY);
      for (const [width, alpha] of [
        [9, 0.18],
        [4, 0.4],
        [1.7, 1],
      ] as const) {
        context.strokeStyle = `rgba(225,228,255,${(Math.min(1, flash * 1.5) * alpha).toFixed(3)})`;
        context.lineWidth = width;
        context.beginPath();
        for (const branch of bolt) {
          branch.forEach(([px, py], i) => {
            if (i === 0) context.moveTo(px, py);
            else context.lineTo(px, py);
          });
        }
        context.stroke();
      }
      context.globalCompositeOperation = 'source-over';
    },
  };
}

function boltPath(random: () => number, x: number, horizonY: number): [number, number][][] {
  const branches: [number, number][][] = [];
  const grow = (fromX: number, fromY: number, untilY: number, lean: number, depth: number) => {
    const branch: [number, number][] = [[fromX, fromY]];
    let px = fromX;
    let py = fromY;
    while (py < untilY) {
      px += (random() - 0.5 + lean) * 34;
      py += 10 + random() * 20;
      branch.push([px, py]);
      if (depth < 2 && random() < 0.16)
        grow(px, py, py + 40 + random() * 110, (random() - 0.5) * 1.2, depth + 1);
    }
    branches.push(branch);
  };
  grow(x, 0, horizonY, 0, 0);
  return branches;
}
