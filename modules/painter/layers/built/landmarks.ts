import { css, mix, scale } from '../../colour.ts';
import type { Subject } from '../../spec/scene-spec.ts';
import type { Context } from '../../surface.ts';
import { fillDisc, fillPolygon, strokeLine, strokeRing } from '../effects/draw.ts';
import { block, GROUND, type Masonry, rounded } from './masonry.ts';

/** Buildings known by their outline. */
export const LANDMARKS: Partial<Record<Subject, (masonry: Masonry) => void>> = {
  church(masonry) {
    block(masonry, 290, 380, 190, 140);
    gable(masonry, 290, 480, 380, 300);
    block(masonry, 190, 260, 100, 260);
    spire(masonry, 240, 260, 120, 170);
    for (const x of [325, 385, 445]) lancet(masonry, x, 480, 20, 60);
    lancet(masonry, 240, 360, 22, 56);
    lancet(masonry, 240, GROUND, 34, 62);
  },
  cathedral(masonry) {
    block(masonry, 170, 300, 260, 220);
    gable(masonry, 200, 400, 300, 210);
    for (const x of [190, 410]) {
      block(masonry, x - 44, 210, 88, 310);
      for (const side of [-44, 32]) block(masonry, x + side, 196, 12, 324);
      spire(masonry, x, 210, 92, 160);
      for (const side of [-40, 38]) spire(masonry, x + side, 200, 18, 52);
      lancet(masonry, x, 300, 26, 66);
      lancet(masonry, x, 420, 26, 80);
      lancet(masonry, x, GROUND, 36, 66);
    }
    roseWindow(masonry, 300, 345, 40);
    lancet(masonry, 300, GROUND, 56, 96);
  },
  tower(masonry) {
    rounded(masonry, 300, 76, 62, 150, GROUND);
    block(masonry, 226, 128, 148, 30);
    for (let x = 226; x < 374; x += 33) block(masonry, x, 106, 16, 24);
    for (const [x, y] of [
      [290, 230],
      [318, 320],
      [284, 410],
    ] as const)
      lancet(masonry, x, y, 16, 34);
    lancet(masonry, 300, GROUND, 40, 66);
  },
  clocktower(masonry) {
    const { context, fabric, lamp } = masonry;
    block(masonry, 254, 190, 92, 330);
    for (const x of [268, 290, 312]) {
      context.fillStyle = css(fabric.dark, 0.5);
      context.fillRect(x, 290, 14, 226);
    }
    block(masonry, 244, 160, 112, 112);
    context.fillStyle = css(lamp ? [255, 240, 200] : [238, 234, 220]);
    fillDisc(context, 300, 216, 40);
    context.strokeStyle = css(scale(fabric.dark, 0.5));
    context.lineWidth = 5;
    context.stroke();
    stroke(context, 4, [300, 216, 300, 186]);
    stroke(context, 5, [300, 216, 320, 228]);
    block(masonry, 252, 118, 96, 42);
    for (const x of [268, 290, 312]) lancet(masonry, x + 8, 158, 12, 32);
    spire(masonry, 300, 118, 116, 100);
  },
  eiffel(masonry) {
    const { context, fabric, lamp, lightLeft } = masonry;
    const iron = mix(fabric.dark, [92, 70, 52], 0.55);
    const lit = mix(iron, lamp ? [255, 190, 96] : fabric.light, lamp ? 0.75 : 0.35);
    context.lineCap = 'butt';
    for (const side of [-1, 1]) {
      context.fillStyle = css(side < 0 === lightLeft ? lit : iron);
      context.beginPath();
      context.moveTo(300 + side * 156, GROUND);
      context.quadraticCurveTo(300 + side * 54, 400, 300 + side * 5, 60);
      context.lineTo(300, 60);
      context.lineTo(300, 300);
      context.quadraticCurveTo(300 + side * 40, 420, 300 + side * 96, GROUND);
      context.fill();
    }
    context.globalCompositeOperation = 'destination-out';
    context.lineWidth = 3;
    for (let row = 96; row < 500; row += 20 + (row - 96) * 0.05) {
      const half = reach(row);
      stroke(context, 2.2 + row / 260, [300 - half * 0.8, row, 300 + half * 0.8, row + half * 0.5 + 6]);
      stroke(context, 2.2 + row / 260, [300 + half * 0.8, row, 300 - half * 0.8, row + half * 0.5 + 6]);
    }
    context.beginPath();
    context.arc(300, GROUND, 84, Math.PI, 0);
    context.fill();
    context.globalCompositeOperation = 'source-over';
    for (const [row, width, height] of [
      [432, 190, 16],
      [322, 92, 12],
      [120, 26, 8],
    ] as const) {
      context.fillStyle = css(lit);
      context.fillRect(300 - width / 2, row, width, height);
      context.fillStyle = css(iron);
      context.fillRect(300 - width / 2, row + height * 0.6, width, height * 0.4);
    }
    context.strokeStyle = css(lit);
    context.lineWidth = 7;
    context.beginPath();
    context.arc(300, GROUND, 88, Math.PI, 0);
    context.stroke();
    stroke(context, 4, [300, 62, 300, 24]);
  },
  taj(masonry) {
    const { context } = masonry;
    block(masonry, 60, 486, 480, 34);
    for (const x of [84, 168, 432, 516]) {
      rounded(masonry, x, 10, 7, 250, 486);
      onion(masonry, x, 252, 20, 34);
      block(masonry, x - 12, 330, 24, 6);
    }
    block(masonry, 196, 338, 208, 148);
    onion(masonry, 222, 338, 58, 70);
    onion(masonry, 378, 338, 58, 70);
    block(masonry, 256, 300, 88, 40);
    onion(masonry, 300, 304, 128, 150);
    block(masonry, 252, 328, 96, 158);
    lancet(masonry, 300, 486, 58, 120);
    for (const x of [222, 378]) for (const y of [400, 478]) lancet(masonry, x, y, 30, 50);
    context.fillRect(299, 120, 2, 34);
  },
};

/** Half the Eiffel Tower's width at a given row. */
function reach(row: number): number {
  const v = (row - 60) / (GROUND - 60);
  return 5 + 150 * v ** 2.3;
}

function stroke(
  context: Context,
  width: number,
  [fromX, fromY, x, y]: [number, number, number, number],
): void {
  context.lineWidth = width;
  strokeLine(context, fromX, fromY, x, y);
}

/** A gable roof, seen from the end. */
function gable(
  { context, fabric, lightLeft }: Masonry,
  left: number,
  right: number,
  y: number,
  top: number,
): void {
  const face = context.createLinearGradient(left, 0, right, 0);
  face.addColorStop(lightLeft ? 0 : 1, css(mix(fabric.roof, fabric.light, 0.3)));
  face.addColorStop(lightLeft ? 1 : 0, css(scale(fabric.roof, 0.6)));
  context.fillStyle = face;
  fillPolygon(context, left - 10, y, (left + right) / 2, top, right + 10, y);
}

/** A steep pyramid roof with a lit and a dark face. */
function spire(
  { context, fabric, lightLeft }: Masonry,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  for (const side of [-1, 1]) {
    context.fillStyle = css(
      side < 0 === lightLeft ? mix(fabric.roof, fabric.light, 0.35) : scale(fabric.roof, 0.6),
    );
    fillPolygon(context, x, y - height, x + (side * width) / 2, y, x + side * -1, y);
  }
}

function onion(
  { context, fabric, lightLeft }: Masonry,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const half = width / 2;
  const face = context.createLinearGradient(x - half, 0, x + half, 0);
  face.addColorStop(lightLeft ? 0.1 : 0.9, css(mix(fabric.light, [255, 255, 255], 0.25)));
  face.addColorStop(lightLeft ? 1 : 0, css(mix(fabric.dark, fabric.light, 0.25)));
  context.fillStyle = face;
  context.beginPath();
  context.moveTo(x - half * 0.8, y);
  context.bezierCurveTo(x - half * 1.35, y - height * 0.5, x - half * 0.5, y - height * 0.72, x, y - height);
  context.bezierCurveTo(
    x + half * 0.5,
    y - height * 0.72,
    x + half * 1.35,
    y - height * 0.5,
    x + half * 0.8,
    y,
  );
  context.fill();
}

/** A pointed window or door; `y` is its sill. */
function lancet(
  { context, fabric, lamp }: Masonry,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  context.fillStyle = css(lamp ? [255, 206, 126] : scale(fabric.dark, 0.5));
  context.beginPath();
  context.moveTo(x - width / 2, y);
  context.lineTo(x - width / 2, y - height * 0.6);
  context.quadraticCurveTo(x - width / 2, y - height * 0.85, x, y - height);
  context.quadraticCurveTo(x + width / 2, y - height * 0.85, x + width / 2, y - height * 0.6);
  context.lineTo(x + width / 2, y);
  context.fill();
}

function roseWindow({ context, fabric, lamp }: Masonry, x: number, y: number, radius: number): void {
  context.fillStyle = css(lamp ? [255, 206, 126] : scale(fabric.dark, 0.5));
  fillDisc(context, x, y, radius);
  context.strokeStyle = css(fabric.light);
  for (let i = 0; i < 12; i++) {
    const angle = (i / 12) * Math.PI * 2;
    stroke(context, 3, [x, y, x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]);
  }
  context.lineWidth = 5;
  strokeRing(context, x, y, radius);
}
