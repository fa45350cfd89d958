import { between, createRandom, type Random } from '../../../generator/random.ts';
import { css, hex, mix, type Rgb } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec, Swarm } from '../../spec/scene-spec.ts';
import { type Context, createSurface, HEIGHT, type Layer, type Surface, WIDTH } from '../../surface.ts';
import { wrap } from '../../wrap.ts';
import { paintGlow } from '../sky/celestial.ts';
import { fillOval } from './draw.ts';

type Motion = 'rise' | 'fall' | 'wander';

interface Kind {
  count: number;
  /** in pixels */
  size: readonly [low: number, high: number];
  motion: Motion;
  /** picture heights per second */
  pace: number;
  /** adds light instead of paint */
  shines: boolean;
  /** rotates as it moves */
  tumbles: boolean;
  colours: readonly string[];
  paint(context: Context, colour: Rgb, random: Random): void;
}

const SPRITE = 48;

const KINDS: Partial<Record<Swarm, Kind>> = {
  embers: {
    count: 150,
    size: [6, 20],
    motion: 'rise',
    pace: 0.14,
    shines: true,
    tumbles: false,
    colours: ['#ff7a1e', '#ffb347', '#ff4a12', '#ffd98a'],
    paint: paintSpark,
  },
  ash: {
    count: 120,
    size: [3, 9],
    motion: 'fall',
    pace: 0.04,
    shines: false,
    tumbles: true,
    colours: ['#8a8686', '#b8b2b0', '#5c5858'],
    paint: paintFlake,
  },
  fireflies: {
    count: 60,
    size: [9, 30],
    motion: 'wander',
    pace: 0.03,
    shines: true,
    tumbles: false,
    colours: ['#d8ff7a', '#fff0a0', '#a8f070'],
    paint: paintSpark,
  },
  sparkles: {
    count: 70,
    size: [7, 26],
    motion: 'wander',
    pace: 0.025,
    shines: true,
    tumbles: false,
    colours: ['#ffffff', '#ffe9c0', '#c8dcff', '#f4c8ff'],
    paint: paintStar,
  },
  dust: {
    count: 120,
    size: [3, 11],
    motion: 'wander',
    pace: 0.02,
    shines: true,
    tumbles: false,
    colours: ['#ffe2b0', '#fff4da'],
    paint: paintSpark,
  },
  petals: {
    count: 90,
    size: [9, 26],
    motion: 'fall',
    pace: 0.075,
    shines: false,
    tumbles: true,
    colours: ['#f9c6d8', '#f6a8c4', '#fde2ea'],
    paint: paintPetal,
  },
  leaves: {
    count: 54,
    size: [10, 28],
    motion: 'fall',
    pace: 0.085,
    shines: false,
    tumbles: true,
    colours: ['#d9772a', '#b8401c', '#e8a534', '#8a2f1a'],
    paint: paintLeaf,
  },
  seeds: {
    count: 44,
    size: [12, 34],
    motion: 'wander',
    pace: 0.03,
    shines: false,
    tumbles: true,
    colours: ['#ffffff', '#f6f0e4'],
    paint: paintSeed,
  },
  bubbles: {
    count: 64,
    size: [6, 26],
    motion: 'rise',
    pace: 0.1,
    shines: true,
    tumbles: false,
    colours: ['#bfeaff', '#e0fbff'],
    paint: paintBubble,
  },
};

/** Many small things of one kind in the air or water; null if the swarm isn't made of particles. */
export function createParticles(swarm: Swarm, spec: SceneSpec, palette: Palette, seed: number): Layer | null {
  const kind = KINDS[swarm];
  if (!kind) return null;
  const random = createRandom(seed);
  const asked = spec.colours[swarm];
  const colours = asked ? [hex(asked), mix(hex(asked), [255, 255, 255], 0.35)] : kind.colours.map(hex);
  const sprites = colours.map((colour) => {
    const { canvas, context } = createSurface(SPRITE, SPRITE);
    const shown = kind.shines ? colour : mix(colour, palette.shade, palette.night ? 0.4 : 0.08);
    kind.paint(context, shown, random);
    return canvas;
  });
  const count = Math.round(
    Math.min(260, kind.count * (spec.counts[swarm] ? Math.max(0.3, (spec.counts[swarm] ?? 0) / 40) : 1)),
  );
  const items = Array.from({ length: count }, () => ({
    sprite: sprites[(random() * sprites.length) | 0] as Surface,
    x: random(),
    y: random(),
    near: random() ** 2.2,
    pace: between(random, 0.7, 1.3),
    phase: random() * Math.PI * 2,
    turn: between(random, -1.6, 1.6),
    size: kind.size[0] + (kind.size[1] - kind.size[0]) * random() ** 2,
  }));
  const gust = 12 + spec.wind * 130;
  return {
    draw(context, { t }) {
      if (kind.shines) context.globalCompositeOperation = 'lighter';
      for (const item of items) {
        const { near, phase } = item;
        const travel = t * kind.pace * item.pace * (0.55 + near * 0.9);
        const sway = Math.sin(t * 0.9 * item.pace + phase) * 26 + Math.sin(t * 0.37 + phase * 2) * 34;
        let x = item.x * (WIDTH + 120) + sway + t * gust * (0.4 + near);
        let y = item.y;
        if (kind.motion === 'rise') y = item.y - travel;
        else if (kind.motion === 'fall') y = item.y + travel;
        else {
          y = item.y + Math.sin(t * 0.31 * item.pace + phase) * 0.07 - travel * 0.3;
          x += Math.cos(t * 0.23 * item.pace + phase * 3) * 60;
        }
        x = wrap(x, WIDTH + 120) - 60;
        const py = wrap(y, 1) * (HEIGHT + 80) - 40;
        const size = item.size * (0.6 + near * 0.9);
        let alpha = kind.shines ? 0.55 + 0.45 * Math.sin(t * 1.9 * item.pace + phase) : 0.92;
        if (kind.motion === 'rise' && kind.shines) alpha *= Math.min(1, py / 260);
        context.globalAlpha = Math.max(0, Math.min(1, alpha));
        if (kind.tumbles) {
          const angle = phase + t * item.turn;
          context.setTransform(
            Math.cos(angle) * (size / SPRITE),
            Math.sin(angle) * (size / SPRITE),
            -Math.sin(angle) * (size / SPRITE) * Math.cos(t * item.turn + phase * 2),
            Math.cos(angle) * (size / SPRITE) * Math.cos(t * item.turn + phase * 2),
            x,
            py,
          );
          context.drawImage(item.sprite, -SPRITE / 2, -SPRITE / 2);
        } else context.drawImage(item.sprite, x - size / 2, py - size / 2, size, size);
      }
      context.resetTransform();
      context.globalAlpha = 1;
      context.globalCompositeOperation = 'source-over';
    },
  };
}

function paintSpark(context: Context, colour: Rgb): void {
  paintGlow(context, 24, 24, 24, colour, 0.9);
  paintGlow(context, 24, 24, 8, mix(colour, [255, 255, 255], 0.7), 1);
}

function paintStar(context: Context, colour: Rgb): void {
  paintGlow(context, 24, 24, 20, colour, 0.9);
  for (const [w, h] of [
    [0.9, 17],
    [17, 0.9],
  ] as const) {
    context.fillStyle = css(colour, 0.4);
    fillOval(context, 24, 24, w, h);
  }
}

function paintFlake(context: Context, colour: Rgb, random: Random): void {
  context.fillStyle = css(colour, 0.85);
  context.beginPath();
  for (let i = 0; i < 7; i++) {
    const reach = between(random, 10, 22);
    context.lineTo(24 + Math.cos(i * 0.9) * reach, 24 + Math.sin(i * 0.9) * reach);
  }
  context.fill();
}

function paintPetal(context: Context, colour: Rgb): void {
  const fill = context.createLinearGradient(8, 8, 40, 40);
  fill.addColorStop(0, css(mix(colour, [255, 255, 255], 0.4)));
  fill.addColorStop(1, css(colour));
  context.fillStyle = fill;
  context.beginPath();
  context.moveTo(24, 4);
  context.bezierCurveTo(46, 14, 40, 40, 24, 44);
  context.bezierCurveTo(8, 40, 2, 14, 24, 4);
  context.fill();
}

function paintLeaf(context: Context, colour: Rgb): void {
  context.fillStyle = css(colour);
  context.beginPath();
  context.moveTo(24, 2);
  context.bezierCurveTo(44, 16, 36, 36, 24, 44);
  context.bezierCurveTo(12, 36, 4, 16, 24, 2);
  context.fill();
  context.strokeStyle = css(mix(colour, [40, 16, 8], 0.5), 0.8);
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(24, 4);
  context.lineTo(24, 47);
  for (const y of [14, 22, 30]) {
    context.moveTo(24, y + 6);
    context.lineTo(33, y);
    context.moveTo(24, y + 6);
    context.lineTo(15, y);
  }
  context.stroke();
}

function paintSeed(context: Context, colour: Rgb): void {
  context.strokeStyle = css(colour, 0.8);
  context.lineWidth = 1;
  context.beginPath();
  for (let i = 0; i < 13; i++) {
    const angle = -Math.PI / 2 + (i - 6) * 0.21;
    context.moveTo(24, 24);
    context.lineTo(24 + Math.cos(angle) * 19, 24 + Math.sin(angle) * 19);
  }
  context.moveTo(24, 24);
  context.lineTo(25, 43);
  context.stroke();
  paintGlow(context, 24, 12, 14, colour, 0.35);
}

function paintBubble(context: Context, colour: Rgb): void {
  const shell = context.createRadialGradient(24, 24, 8, 24, 24, 22);
  shell.addColorStop(0, css(colour, 0.02));
  shell.addColorStop(0.8, css(colour, 0.14));
  shell.addColorStop(0.95, css(colour, 0.65));
  shell.addColorStop(1, css(colour, 0));
  context.fillStyle = shell;
  context.fillRect(0, 0, 48, 48);
  paintGlow(context, 17, 15, 7, [255, 255, 255], 0.9);
}
