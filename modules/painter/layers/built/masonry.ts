import { css, mix, type Rgb, scale } from '../../colour.ts';
import type { Context } from '../../surface.ts';
import { fillPolygon } from '../effects/draw.ts';
import type { Fabric } from '../effects/fabric.ts';
import { paintGlow } from '../sky/celestial.ts';

/** The ground row of a building's 600×600 box. */
export const GROUND = 520;

/** Everything needed to paint a building in a 600×600 box centred on column 300. */
export interface Masonry {
  context: Context;
  fabric: Fabric;
  lightLeft: boolean;
  /** true if windows are lit */
  lamp: boolean;
  /** true if snow lies on the roof */
  snowy: boolean;
}

export function block(
  { context, fabric, lightLeft }: Masonry,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const face = context.createLinearGradient(lightLeft ? x : x + width, 0, lightLeft ? x + width : x, 0);
  face.addColorStop(0, css(fabric.light));
  face.addColorStop(0.5, css(mix(fabric.light, fabric.dark, 0.4)));
  face.addColorStop(1, css(fabric.dark));
  context.fillStyle = face;
  context.fillRect(x, y, width, height);
}

export function rounded(
  masonry: Masonry,
  x: number,
  below: number,
  above: number,
  top: number,
  bottom: number,
): void {
  const { context, fabric, lightLeft } = masonry;
  const face = context.createLinearGradient(
    lightLeft ? x - below : x + below,
    0,
    lightLeft ? x + below : x - below,
    0,
  );
  face.addColorStop(0, css(mix(fabric.light, fabric.dark, 0.25)));
  face.addColorStop(0.3, css(fabric.light));
  face.addColorStop(1, css(fabric.dark));
  context.fillStyle = face;
  fillPolygon(context, x - above, top, x + above, top, x + below, bottom, x - below, bottom);
}

export function roof(
  { context, fabric, lightLeft }: Masonry,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const face = context.createLinearGradient(x - width / 2, 0, x + width / 2, 0);
  face.addColorStop(lightLeft ? 0 : 1, css(mix(fabric.roof, fabric.light, 0.35)));
  face.addColorStop(lightLeft ? 1 : 0, css(scale(fabric.roof, 0.5)));
  context.fillStyle = face;
  context.beginPath();
  context.moveTo(x, y - height);
  context.quadraticCurveTo(x + width * 0.3, y - height * 0.35, x + width / 2, y);
  context.lineTo(x - width / 2, y);
  context.quadraticCurveTo(x - width * 0.3, y - height * 0.35, x, y - height);
  context.fill();
}

export function windows(
  { context, fabric, lamp }: Masonry,
  x: number,
  y: number,
  count: number,
  apart: number,
): void {
  for (let i = 0; i < count; i++) {
    const wx = x + (i - (count - 1) / 2) * apart;
    if (lamp) paintGlow(context, wx, y + 8, 30, [255, 190, 100], 0.5);
    context.fillStyle = css(lamp ? [255, 214, 136] : scale(fabric.dark, 0.6));
    context.fillRect(wx - 7, y, 14, 18);
  }
}

export function rock({ context, fabric }: Masonry, x: number, half: number): void {
  const stone: Rgb = mix(fabric.dark, [40, 36, 44], 0.55);
  context.fillStyle = css(stone);
  context.beginPath();
  context.moveTo(x - half, GROUND + 30);
  context.quadraticCurveTo(x - half * 0.6, GROUND - 26, x - half * 0.2, GROUND - 20);
  context.quadraticCurveTo(x + half * 0.3, GROUND - 34, x + half * 0.6, GROUND);
  context.quadraticCurveTo(x + half * 0.9, GROUND + 8, x + half * 1.1, GROUND + 30);
  context.fill();
}
