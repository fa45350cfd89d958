import { css, mix, type Rgb } from '../../colour.ts';
import type { Context } from '../../surface.ts';
import { strokeCurve } from '../effects/draw.ts';

interface Leather {
  skin: Rgb;
  /** colour of thin skin with light behind it */
  glow: Rgb;
  edge: Rgb;
}

/** A dragon's wing: an arm, four fingers, and skin between them. `beat` is −1 (down) … 1 (up). */
export function paintWing(
  context: Context,
  { skin, glow, edge }: Leather,
  beat: number,
  size: number,
  shift: number,
): void {
  const lift = (0.3 + beat * 0.72) * size;
  const fold = 1 - Math.max(0, -beat) * 0.12;
  const root: Point = [62 + shift, -12];
  const elbow: Point = [92 * size + shift, -66 * lift - 10];
  const wrist: Point = [66 * size + shift, -128 * lift - 8];
  const fingers: Point[] = [
    [-150 * size * fold, -186 * lift + 4],
    [-176 * size * fold, -92 * lift + 22],
    [-128 * size * fold, -20 * lift + 42],
    [-66 * size, 10 - 4 * lift + 18],
  ].map(([x = 0, y = 0]): Point => [x + shift, y]);
  const body: Point = [-18 + shift, 2];
  for (let i = 0; i < fingers.length; i++) {
    const [a, b] = [fingers[i] as Point, fingers[i + 1] ?? body];
    const inner: Point = i === fingers.length - 1 ? root : wrist;
    const panel = context.createLinearGradient(inner[0], inner[1], (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
    panel.addColorStop(0, css(skin, 0.98));
    panel.addColorStop(0.55, css(mix(skin, glow, 0.55), 0.96));
    panel.addColorStop(1, css(mix(skin, glow, 0.2), 0.94));
    context.fillStyle = panel;
    context.beginPath();
    context.moveTo(wrist[0], wrist[1]);
    bone(context, wrist, a, lift);
    context.quadraticCurveTo((a[0] + b[0]) / 2 + 34 * size, (a[1] + b[1]) / 2 - 4, b[0], b[1]);
    if (i === fingers.length - 1) {
      context.lineTo(root[0], root[1]);
      context.quadraticCurveTo(elbow[0], elbow[1], wrist[0], wrist[1]);
    } else bone(context, b, wrist, lift);
    context.fill();
  }
  context.lineCap = 'round';
  for (const [i, finger] of fingers.entries()) {
    for (const [width, colour, off] of [
      [4.4 - i * 0.6, mix(skin, [0, 0, 0], 0.3), 0],
      [1.4, edge, -1.2],
    ] as const) {
      context.strokeStyle = css(colour, off === 0 ? 0.9 : 0.28);
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(wrist[0], wrist[1] + off);
      bone(context, [wrist[0], wrist[1] + off], [finger[0], finger[1] + off], lift);
      context.stroke();
    }
  }
  for (const [width, colour, off] of [
    [10, mix(skin, [0, 0, 0], 0.15), 0],
    [2, edge, -3.4],
  ] as const) {
    context.strokeStyle = css(colour, off === 0 ? 1 : 0.32);
    context.lineWidth = width * size;
    strokeCurve(context, root[0], root[1] + off, elbow[0], elbow[1] + off, wrist[0], wrist[1] + off);
  }
}

type Point = readonly [x: number, y: number];

function bone(context: Context, from: Point, to: Point, lift: number): void {
  context.quadraticCurveTo((from[0] + to[0]) / 2 - 6, Math.min(from[1], to[1]) - 16 * lift, to[0], to[1]);
}
