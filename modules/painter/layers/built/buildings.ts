import { css, mix, scale } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec, Subject } from '../../spec/scene-spec.ts';
import { type Context, createSurface, type Layer, WIDTH } from '../../surface.ts';
import { fillPolygon, strokeCurve, strokeLine } from '../effects/draw.ts';
import { type Fabric, fabricOf } from '../effects/fabric.ts';
import { paintGlow } from '../sky/celestial.ts';
import { paintHouse, paintSmoke } from './house.ts';
import { LANDMARKS } from './landmarks.ts';
import { block, GROUND, type Masonry, rock, roof, rounded, windows } from './masonry.ts';

const BOX = 600;

/** A house, tower, temple, bridge or similar. Painted once, except for lamps and sails, which move. */
export function createBuilding(
  subject: Subject,
  spec: SceneSpec,
  palette: Palette,
  x: number,
  y: number,
  zoom: number,
): Layer | null {
  const paint = PAINTERS[subject];
  if (!paint) return null;
  const { canvas, context } = createSurface(BOX, BOX);
  const fabric = fabricOf(spec, palette, subject);
  const lightLeft = palette.lightX * WIDTH < x;
  paint({
    context,
    fabric,
    lightLeft,
    lamp: palette.lamps,
    snowy: spec.season === 'winter' || spec.ground === 'snow',
  });
  const size = BOX * zoom;
  return {
    draw(target, { t, sway }) {
      const left = x - size / 2 + sway * 22;
      target.drawImage(canvas, left, y - GROUND * zoom, size, size);
      if (subject === 'lighthouse')
        paintBeam(target, left + 300 * zoom, y - (GROUND - 92) * zoom, t, palette, zoom);
      if (subject === 'house' && zoom > 0.24)
        paintSmoke(target, left + 380 * zoom, y - (GROUND - 238) * zoom, zoom, t, palette.cloudLit);
      if (subject === 'windmill')
        paintSails(target, left + 300 * zoom, y - (GROUND - 232) * zoom, t, fabric, zoom);
    },
  };
}

const PAINTERS: Partial<Record<Subject, (painting: Masonry) => void>> = {
  ...LANDMARKS,
  lighthouse(painting) {
    rounded(painting, 300, 46, 30, 130, GROUND);
    const { context, fabric } = painting;
    for (const [from, to] of [
      [200, 270],
      [350, 430],
    ] as const) {
      const w = (row: number) => 30 + ((row - 130) / (GROUND - 130)) * 16;
      context.globalCompositeOperation = 'source-atop';
      context.fillStyle = css(mix([176, 44, 40], fabric.dark, 0.25), 0.75);
      fillPolygon(context, 300 - w(from), from, 300 + w(from), from, 300 + w(to), to, 300 - w(to), to);
      context.globalCompositeOperation = 'source-over';
    }
    context.fillStyle = css(fabric.dark);
    context.fillRect(262, 122, 76, 9);
    context.fillStyle = css([255, 236, 180]);
    context.fillRect(282, 76, 36, 46);
    roof(painting, 300, 76, 54, 40);
    rock(painting, 300, 170);
  },
  pagoda(painting) {
    for (let i = 0; i < 5; i++) {
      const base = GROUND - i * 82;
      rounded(painting, 300, 74 - i * 9, 70 - i * 9, base - 70, base);
      roof(painting, 300, base - 66, 232 - i * 30, 34);
      windows(painting, 300, base - 46, 3, 34 - i * 3);
    }
    painting.context.fillStyle = css(painting.fabric.light);
    painting.context.fillRect(298, 66, 4, 60);
  },
  house: paintHouse,
  temple(painting) {
    block(painting, 90, 500, 420, 20);
    block(painting, 112, 482, 376, 18);
    for (let i = 0; i < 7; i++) rounded(painting, 138 + i * 54, 15, 13, 300, 482);
    block(painting, 108, 272, 384, 28);
    const { context, fabric, lightLeft } = painting;
    const pediment = context.createLinearGradient(lightLeft ? 100 : 500, 0, lightLeft ? 500 : 100, 0);
    pediment.addColorStop(0, css(fabric.light));
    pediment.addColorStop(1, css(fabric.dark));
    context.fillStyle = pediment;
    fillPolygon(context, 96, 272, 300, 190, 504, 272);
    context.fillStyle = css(scale(fabric.dark, 0.75), 0.6);
    fillPolygon(context, 150, 264, 300, 206, 450, 264);
  },
  bridge(painting) {
    const { context, fabric } = painting;
    block(painting, 0, 404, 600, 20);
    context.globalCompositeOperation = 'source-over';
    for (const pier of [90, 300, 510]) block(painting, pier - 16, 190, 32, 330);
    context.strokeStyle = css(fabric.dark);
    context.lineWidth = 4;
    for (const [from, to] of [
      [90, 300],
      [300, 510],
      [-120, 90],
      [510, 720],
    ] as const) {
      context.lineWidth = 4;
      strokeCurve(context, from, 200, (from + to) / 2, 590, to, 200);
      context.lineWidth = 1.4;
      for (let s = 0.06; s < 1; s += 0.07) {
        const sag = 200 + 390 * 2 * s * (1 - s);
        strokeLine(context, from + (to - from) * s, sag, from + (to - from) * s, 406);
      }
    }
  },
  windmill(painting) {
    rounded(painting, 300, 74, 44, 250, GROUND);
    roof(painting, 300, 254, 104, 62);
    windows(painting, 300, 330, 1, 0);
    windows(painting, 300, 410, 1, 0);
  },
  pyramid(painting) {
    const { context, fabric, lightLeft } = painting;
    const ridge = lightLeft ? 350 : 250;
    for (const [level, from, to] of [
      [lightLeft ? 1 : 0.05, 40, ridge],
      [lightLeft ? 0.05 : 1, ridge, 560],
    ] as const) {
      const face = context.createLinearGradient(0, 200, 0, GROUND);
      const tone = mix(fabric.dark, fabric.light, level);
      face.addColorStop(0, css(mix(tone, fabric.light, 0.2)));
      face.addColorStop(1, css(tone));
      context.fillStyle = face;
      context.beginPath();
      context.moveTo(300, 214);
      context.lineTo(from, GROUND + (from === ridge ? 14 : 0));
      context.lineTo(to, GROUND + (to === ridge ? 14 : 0));
      context.fill();
    }
    context.strokeStyle = css(fabric.dark, 0.22);
    context.lineWidth = 1;
    for (let row = 226; row < GROUND; row += 11) {
      const half = ((row - 214) / (GROUND - 214)) * 260;
      strokeLine(context, 300 - half, row, 300 + half, row);
    }
  },
};

function paintBeam(context: Context, x: number, y: number, t: number, palette: Palette, zoom: number): void {
  context.globalCompositeOperation = 'lighter';
  const turn = t * 0.55;
  const reach = 900 * zoom;
  for (const half of [0, Math.PI]) {
    const facing = Math.cos(turn + half);
    const end = x + facing * reach;
    const wide = 40 + 70 * Math.abs(Math.sin(turn + half));
    const beam = context.createLinearGradient(x, 0, end, 0);
    const strength = (palette.exposure < 0.9 ? 0.42 : 0.14) * Math.abs(facing);
    beam.addColorStop(0, `rgba(255,240,190,${strength.toFixed(3)})`);
    beam.addColorStop(1, 'rgba(255,240,190,0)');
    context.fillStyle = beam;
    fillPolygon(context, x, y - 5 * zoom, end, y - wide, end, y + wide, x, y + 5 * zoom);
  }
  paintGlow(context, x, y, 120 * zoom, [255, 236, 180], 0.8);
  context.globalCompositeOperation = 'source-over';
}

function paintSails(context: Context, x: number, y: number, t: number, fabric: Fabric, zoom: number): void {
  context.save();
  context.translate(x, y);
  context.scale(zoom, zoom);
  context.rotate(t * 0.5);
  for (let i = 0; i < 4; i++) {
    context.rotate(Math.PI / 2);
    context.fillStyle = css(fabric.dark);
    context.fillRect(-3, -206, 6, 206);
    context.fillStyle = css(mix(fabric.light, [250, 244, 230], 0.4), 0.82);
    context.fillRect(3, -204, 36, 168);
    context.fillStyle = css(fabric.dark, 0.6);
    for (let row = -204; row < -36; row += 24) context.fillRect(3, row, 36, 2);
  }
  context.restore();
}
