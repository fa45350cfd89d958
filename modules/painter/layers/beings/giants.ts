import { css, hex, mix, type Rgb, scale } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { type Context, createSurface, type Layer } from '../../surface.ts';
import { smoothPath } from '../effects/smooth-path.ts';

/** A whale that swims through water or air with slowly beating flukes. */
export function createWhale(spec: SceneSpec, palette: Palette, y: number): Layer {
  const skin = hex(spec.colours.whale ?? '#41577c');
  const back = mix(shaded(skin, palette), palette.upper, 0.25);
  const belly = mix(lit([206, 216, 228], palette), palette.haze, 0.3);
  const { canvas, context } = createSurface(640, 300);
  context.scale(3, 3);
  smoothPath(
    context,
    [
      [4, 46],
      [7, 35],
      [22, 26],
      [44, 24],
      [66, 31],
      [88, 41],
      [112, 47],
      [136, 49],
      [138, 52],
      [112, 54],
      [84, 60],
      [58, 68],
      [30, 68],
      [12, 60],
    ],
    true,
  );
  const body = context.createLinearGradient(0, 24, 0, 68);
  body.addColorStop(0, css(mix(back, palette.light, 0.22)));
  body.addColorStop(0.3, css(back));
  body.addColorStop(0.62, css(mix(back, belly, 0.25)));
  body.addColorStop(1, css(belly));
  context.fillStyle = body;
  context.fill();
  context.strokeStyle = css(back, 0.45);
  context.lineWidth = 0.6;
  for (let i = 0; i < 7; i++) {
    smoothPath(
      context,
      [
        [8, 56 + i * 1.4],
        [26, 59 + i * 1.6],
        [52, 58 + i * 1.6],
      ],
      false,
    );
    context.stroke();
  }
  context.fillStyle = css(scale(back, 0.45));
  context.beginPath();
  context.arc(25, 50, 1.3, 0, 7);
  context.fill();
  const fluke = createSurface(140, 130);
  fluke.context.scale(2, 2);
  fluke.context.fillStyle = css(back);
  smoothPath(
    fluke.context,
    [
      [2, 30],
      [24, 26],
      [40, 8],
      [62, 2],
      [50, 20],
      [40, 32],
      [50, 44],
      [60, 62],
      [40, 54],
      [24, 37],
      [2, 35],
    ],
    true,
  );
  fluke.context.fill();
  const zoom = 1.15 * Math.min(1.6, Math.max(0.6, spec.scale));
  return {
    draw(target, { t }) {
      const x = 640 + Math.sin(t * 0.05) * 130;
      const dive = Math.sin(t * 0.32);
      target.save();
      target.translate(x, y + dive * 22);
      target.rotate(Math.cos(t * 0.32) * -0.05);
      target.scale(zoom, zoom);
      target.save();
      target.translate(174, 12);
      target.transform(1, Math.sin(t * 0.9) * 0.3, 0, 0.55 + 0.2 * Math.cos(t * 0.9), 0, 0);
      target.drawImage(fluke.canvas, -16, -64);
      target.restore();
      target.drawImage(canvas, -230, -140);
      target.fillStyle = css(mix(back, belly, 0.12));
      target.save();
      target.translate(-90, 46);
      target.rotate(0.5 + Math.sin(t * 0.6) * 0.18);
      target.beginPath();
      target.ellipse(34, 26, 62, 17, 0.7, 0, 7);
      target.fill();
      target.restore();
      target.restore();
    },
  };
}

/** A dragon that glides across the sky: a long body behind two great wings. */
export function createDragon(spec: SceneSpec, palette: Palette, y: number): Layer {
  const asked = spec.colours.dragon;
  const dark: Rgb = asked
    ? mix(scale(hex(asked), 0.75), palette.shade, 0.3)
    : mix(palette.shade, [26, 18, 26], 0.5);
  const edge = mix(palette.halo, palette.light, 0.4);
  const zoom = 1.1 * Math.min(1.6, Math.max(0.6, spec.scale));
  return {
    draw(context, { t }) {
      const x = 640 + Math.sin(t * 0.11) * 240;
      const beat = Math.sin(t * 1.7);
      context.save();
      context.translate(x, y + Math.sin(t * 0.5) * 26 - beat * 10);
      context.scale((Math.cos(t * 0.11) > 0 ? 1 : -1) * zoom, zoom);
      context.rotate(-0.1);
      paintDragonWing(context, beat * 0.8 + 0.25, mix(dark, palette.haze, 0.3), edge, 0.86);
      context.fillStyle = css(dark);
      for (let i = 0; i < 60; i++) {
        const s = i / 59;
        const px = 128 - s * 330;
        const py = Math.sin(s * 5.2 - t * 1.5) * 20 * s + Math.cos(s * 3) * 10 - (1 - s) * 6;
        const girth = s < 0.24 ? 7 + s * 60 : 22 * (1 - s) ** 0.85 + 1.6;
        context.beginPath();
        context.ellipse(px, py, 7, girth, 0, 0, 7);
        context.fill();
      }
      smoothPath(
        context,
        [
          [120, -10],
          [136, -22],
          [132, -34],
          [146, -22],
          [164, -14],
          [176, -6],
          [160, -1],
          [140, 4],
          [122, 6],
        ],
        true,
      );
      context.fill();
      paintDragonWing(context, beat, dark, edge, 1);
      context.restore();
    },
  };
}

function paintDragonWing(context: Context, beat: number, colour: Rgb, edge: Rgb, size: number): void {
  const lift = (0.45 + beat * 0.75) * size;
  const wrist: [number, number] = [70 * size, -96 * lift];
  const fingers: [number, number][] = [
    [-150 * size, -168 * lift],
    [-142 * size, -70 * lift + 18],
    [-92 * size, -14 * lift + 34],
  ];
  context.fillStyle = css(colour, 0.97);
  context.beginPath();
  context.moveTo(70, -6);
  context.quadraticCurveTo(92 * size, -52 * lift, wrist[0], wrist[1]);
  let [fromX, fromY] = wrist;
  for (const [i, [x, y]] of fingers.entries()) {
    if (i === 0) context.quadraticCurveTo(-30 * size, wrist[1] - 74 * lift, x, y);
    else context.quadraticCurveTo((fromX + x) / 2 + 44 * size, (fromY + y) / 2 + 6, x, y);
    [fromX, fromY] = [x, y];
  }
  context.quadraticCurveTo(-30, 8, -24, 10);
  context.fill();
  context.strokeStyle = css(edge, 0.5);
  context.lineWidth = 1.6;
  for (const [x, y] of fingers) {
    context.beginPath();
    context.moveTo(wrist[0], wrist[1]);
    context.quadraticCurveTo((wrist[0] + x) / 2, Math.min(wrist[1], y) - 16 * lift, x, y);
    context.stroke();
  }
  context.beginPath();
  context.moveTo(70, -6);
  context.quadraticCurveTo(92 * size, -52 * lift, wrist[0], wrist[1]);
  context.stroke();
}
