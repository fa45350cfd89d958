import { between, createRandom, type Random } from '../../../generator/random.ts';
import { css, fromOklch, hex, mix, type Rgb, scale } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec, Subject } from '../../spec/scene-spec.ts';
import { type Context, createSurface, HEIGHT, type Layer, WIDTH } from '../../surface.ts';
import { fillPolygon, fillRound } from '../effects/draw.ts';
import { paintGlow } from '../sky/celestial.ts';
import { STILL_LIFE } from './still-life.ts';

export const FURNITURE: readonly Subject[] = ['bookshelf', 'fireplace', 'bed', 'table'];

const FLOOR = 560;
const PANE = { x: 470, y: 90, width: 340, height: 330 };

/** A room's wall with a window, the furniture in front of it, and the lamp that lights it. */
export function createRoom(
  spec: SceneSpec,
  palette: Palette,
  furniture: readonly Subject[],
  seed: number,
): Layer {
  const { canvas, context } = createSurface(WIDTH, HEIGHT);
  const random = createRandom(seed);
  const dim = palette.exposure < 0.9 || spec.rain > 0.3;
  const wall = mix(hex(spec.tints[0] ?? '#a98d74'), palette.shade, dim ? 0.45 : 0.12);
  const wood = mix(hex('#6a4530'), palette.shade, dim ? 0.3 : 0.1);
  paintWall(context, wall, wood, palette);
  if (furniture.includes('bookshelf') || furniture.length === 0) {
    for (const [x, width] of furniture.includes('bookshelf')
      ? ([
          [20, 400],
          [860, 400],
        ] as const)
      : ([[40, 300]] as const))
      paintShelf(context, x, width, wood, dim, random);
  }
  if (furniture.includes('bed')) paintBed(context, wood, palette, dim);
  if (furniture.includes('table') || furniture.length === 0) paintTable(context, wood);
  const hearth = furniture.includes('fireplace');
  if (hearth) paintHearth(context, wood, wall);
  const lampX = furniture.includes('bed') ? 360 : 1090;
  const lampY = furniture.includes('bed') ? 420 : 404;
  if (!hearth) paintLamp(context, lampX, lampY, wood, dim);
  const fire = STILL_LIFE.campfire;
  return {
    draw(target, { t, sway }) {
      target.drawImage(canvas, sway * 10 - 12, -6, WIDTH + 24, HEIGHT + 12);
      target.globalCompositeOperation = 'lighter';
      if (dim && !hearth)
        paintGlow(target, lampX + sway * 10, lampY - 30, 420, [255, 176, 92], 0.34 + 0.015 * Math.sin(t * 3));
      target.globalCompositeOperation = 'source-over';
      if (!hearth || !fire?.move) return;
      target.save();
      target.translate(1060 + sway * 10 - 88, FLOOR - 176);
      target.scale(0.55, 0.62);
      fire.move(target, { light: wall, body: wall, dark: wall, rim: wall, glass: wall, lamp: true }, t);
      target.restore();
      target.globalCompositeOperation = 'lighter';
      paintGlow(target, 1060, FLOOR - 30, 520 + Math.sin(t * 5.3) * 20, [255, 140, 60], dim ? 0.34 : 0.16);
      target.globalCompositeOperation = 'source-over';
    },
  };
}

function paintWall(context: Context, wall: Rgb, wood: Rgb, palette: Palette): void {
  const { x, y, width, height } = PANE;
  const face = context.createRadialGradient(640, 260, 120, 640, 300, 800);
  face.addColorStop(0, css(mix(wall, palette.haze, 0.25)));
  face.addColorStop(1, css(scale(wall, 0.5)));
  context.fillStyle = face;
  context.fillRect(0, 0, WIDTH, FLOOR);
  const floor = context.createLinearGradient(0, FLOOR, 0, HEIGHT);
  floor.addColorStop(0, css(scale(wood, 0.8)));
  floor.addColorStop(1, css(scale(wood, 0.45)));
  context.fillStyle = floor;
  context.fillRect(0, FLOOR, WIDTH, HEIGHT - FLOOR);
  context.strokeStyle = css(scale(wood, 0.4), 0.7);
  context.lineWidth = 2;
  context.beginPath();
  for (let i = -9; i <= 9; i++) {
    context.moveTo(640 + i * 84, FLOOR);
    context.lineTo(640 + i * 150, HEIGHT);
  }
  context.stroke();
  context.fillStyle = css(mix(wood, [255, 236, 210], 0.16));
  context.fillRect(0, FLOOR - 16, WIDTH, 16);
  paintGlowBox(context, palette);
  context.clearRect(x, y, width, height);
  context.strokeStyle = css(mix(wood, [250, 240, 226], 0.35));
  context.lineWidth = 18;
  context.strokeRect(x - 6, y - 6, width + 12, height + 12);
  context.lineWidth = 8;
  context.beginPath();
  context.moveTo(x + width / 2, y);
  context.lineTo(x + width / 2, y + height);
  context.moveTo(x, y + height * 0.42);
  context.lineTo(x + width, y + height * 0.42);
  context.stroke();
  context.fillStyle = css(mix(wood, [250, 240, 226], 0.28));
  context.fillRect(x - 36, y + height + 8, width + 72, 18);
  for (const side of [0, 1]) {
    const left = side === 0 ? x - 92 : x + width + 6;
    const cloth = context.createLinearGradient(left, 0, left + 86, 0);
    for (let i = 0; i <= 8; i++)
      cloth.addColorStop(i / 8, css(mix(mix(wall, [120, 40, 50], 0.6), [20, 10, 20], i % 2 ? 0.12 : 0.5)));
    context.fillStyle = cloth;
    context.beginPath();
    context.moveTo(left, y - 34);
    context.lineTo(left + 86, y - 34);
    context.quadraticCurveTo(
      left + (side === 0 ? 74 : 12),
      y + height * 0.6,
      left + (side === 0 ? 60 : 30),
      FLOOR - 26,
    );
    context.lineTo(left + (side === 0 ? -6 : 92), FLOOR - 26);
    context.fill();
  }
  context.fillStyle = css(scale(wood, 0.7));
  context.fillRect(x - 112, y - 42, width + 224, 9);
}

/** Light from the window on the floor. */
function paintGlowBox(context: Context, palette: Palette): void {
  context.fillStyle = css(mix(palette.light, palette.halo, 0.4), palette.night ? 0.1 : 0.22);
  fillPolygon(context, 490, FLOOR, 790, FLOOR, 900, HEIGHT, 420, HEIGHT);
}

function paintShelf(
  context: Context,
  x: number,
  width: number,
  wood: Rgb,
  dim: boolean,
  random: Random,
): void {
  context.fillStyle = css(scale(wood, 0.42));
  context.fillRect(x, 40, width, FLOOR - 48);
  for (let row = 0; row < 5; row++) {
    const shelfY = 40 + (row + 1) * ((FLOOR - 60) / 5);
    for (let at = x + 14; at < x + width - 26; ) {
      const thick = between(random, 11, 24);
      const tall = between(random, 56, 84);
      const cover = fromOklch({
        lightness: between(random, 0.3, 0.58),
        chroma: 0.085,
        hue: random() * 90 + (random() < 0.3 ? 200 : 10),
      });
      if (random() < 0.93) {
        context.fillStyle = css(scale(cover, dim ? 0.7 : 1));
        context.fillRect(at, shelfY - tall, thick, tall);
        context.fillStyle = css([232, 200, 130], 0.5);
        context.fillRect(at + 2, shelfY - tall + 10, thick - 4, 3);
        context.fillStyle = 'rgba(0,0,0,0.22)';
        context.fillRect(at + thick - 3, shelfY - tall, 3, tall);
      }
      at += thick + 1;
    }
    context.fillStyle = css(wood);
    context.fillRect(x, shelfY, width, 10);
  }
  context.strokeStyle = css(wood);
  context.lineWidth = 14;
  context.strokeRect(x + 4, 40, width - 8, FLOOR - 46);
}

function paintBed(context: Context, wood: Rgb, palette: Palette, dim: boolean): void {
  const linen = mix([240, 234, 226], palette.shade, dim ? 0.42 : 0.1);
  context.fillStyle = css(wood);
  fillRound(context, 820, 372, 440, 190, 22);
  const cover = context.createLinearGradient(0, 470, 0, 680);
  cover.addColorStop(0, css(mix(linen, [90, 110, 160], 0.45)));
  cover.addColorStop(1, css(scale(mix(linen, [70, 86, 140], 0.6), 0.6)));
  context.fillStyle = cover;
  fillRound(context, 800, 500, 480, 190, 30);
  for (const x of [850, 1050]) {
    context.fillStyle = css(linen);
    fillRound(context, x, 446, 170, 78, 30);
  }
  context.fillStyle = css(mix(linen, [255, 255, 255], 0.2));
  fillRound(context, 800, 512, 480, 36, 16);
}

function paintTable(context: Context, wood: Rgb): void {
  context.fillStyle = css(mix(wood, [255, 230, 200], 0.14));
  context.fillRect(880, 520, 360, 18);
  context.fillStyle = css(scale(wood, 0.7));
  for (const x of [900, 1196]) context.fillRect(x, 538, 22, 130);
  context.fillStyle = css(mix(wood, [240, 236, 226], 0.75));
  fillRound(context, 930, 486, 38, 34, 8);
  context.strokeStyle = css(mix(wood, [240, 236, 226], 0.75));
  context.lineWidth = 6;
  context.beginPath();
  context.arc(972, 502, 10, -1.4, 1.4);
  context.stroke();
}

function paintHearth(context: Context, wood: Rgb, wall: Rgb): void {
  const brick = mix(wall, [120, 62, 48], 0.6);
  context.fillStyle = css(scale(brick, 0.8));
  context.fillRect(900, 250, 320, FLOOR - 250);
  for (let row = 0; row < 15; row++)
    for (let i = 0; i < 8; i++) {
      context.fillStyle = css(scale(brick, 0.85 + ((row * 7 + i * 3) % 5) * 0.07));
      context.fillRect(902 + i * 40 - (row % 2) * 16, 262 + row * 20, 36, 17);
    }
  context.fillStyle = css(mix(wood, [255, 230, 200], 0.12));
  context.fillRect(876, 240, 368, 24);
  context.fillStyle = '#0e0808';
  context.beginPath();
  context.moveTo(970, FLOOR);
  context.lineTo(970, 420);
  context.quadraticCurveTo(1060, 348, 1150, 420);
  context.lineTo(1150, FLOOR);
  context.fill();
}

function paintLamp(context: Context, x: number, y: number, wood: Rgb, dim: boolean): void {
  context.fillStyle = css(scale(wood, 0.8));
  context.fillRect(x - 4, y, 8, 116);
  context.fillRect(x - 28, y + 110, 56, 8);
  const shade = context.createLinearGradient(0, y - 60, 0, y + 14);
  const cloth: Rgb = dim ? [255, 214, 150] : [226, 208, 180];
  shade.addColorStop(0, css(scale(cloth, 0.85)));
  shade.addColorStop(1, css(cloth));
  context.fillStyle = shade;
  fillPolygon(context, x - 30, y - 60, x + 30, y - 60, x + 58, y + 14, x - 58, y + 14);
}
