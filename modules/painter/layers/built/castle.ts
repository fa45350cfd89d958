import { between, createRandom, type Random } from '../../../generator/random.ts';
import { css, mix, type Rgb, scale, shift } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { type Context, createSurface, type Layer, WIDTH } from '../../surface.ts';
import { strokeLine } from '../effects/draw.ts';
import { type Fabric, fabricOf } from '../effects/fabric.ts';
import { paintRock, paintTurf } from '../land/rock.ts';
import { paintGlow } from '../sky/celestial.ts';
import { crystalSpires, paintGlints, paintSpire, type Tower } from './spires.ts';

/** A castle of many towers, on a floating rock or on a hill. */
export function createCastle(
  spec: SceneSpec,
  palette: Palette,
  x: number,
  y: number,
  zoom: number,
  floating: boolean,
  seed: number,
): Layer {
  const random = createRandom(seed);
  const { canvas, context } = createSurface(720, 760);
  const fabric = fabricOf(spec, palette, 'castle');
  const lightLeft = palette.lightX * WIDTH < x;
  if (fabric.clear) paintGlow(context, 360, 300, 350, mix(fabric.light, palette.halo, 0.5), 0.4);
  if (floating) paintRock(context, palette, random, 360, 470, 270, 250, lightLeft);
  const towers = castleTowers(random);
  if (fabric.clear) {
    const spires = crystalSpires(random);
    for (const spire of spires) paintSpire(context, fabric, palette, random, spire, lightLeft);
    paintGlints(context, random, spires);
  }
  for (const tower of towers) paintTower(context, fabric, palette, random, tower, lightLeft);
  paintGate(context, fabric);
  paintTurf(
    context,
    palette,
    random,
    360,
    floating ? 482 : 488,
    floating ? 262 : 190,
    floating ? 260 : 120,
    lightLeft,
  );
  return {
    draw(target, { t, sway }) {
      const bob = floating ? Math.sin(t * 0.45) * 7 : 0;
      const w = 720 * zoom;
      target.drawImage(canvas, x - w / 2 + sway * 12, y - 470 * zoom + bob, w, 760 * zoom);
      if (!fabric.clear) return;
      target.globalCompositeOperation = 'lighter';
      for (let i = 0; i < 9; i++) {
        const tower = towers[(i * 5) % towers.length] as Tower;
        const shine = Math.sin(t * 1.3 + i * 2.1);
        if (shine < 0.3) continue;
        const px = x + (tower.x - 360 + ((i * 37) % 20) - 10) * zoom + sway * 12;
        const py = y + (tower.base - tower.height * (0.3 + (i % 4) * 0.25) - 470) * zoom + bob;
        paintGlow(target, px, py, 26 * zoom * (shine - 0.3) * 1.6, [255, 250, 255], 0.9);
      }
      target.globalCompositeOperation = 'source-over';
    },
  };
}

function castleTowers(random: Random): Tower[] {
  const towers: Tower[] = [];
  for (let i = 0; i < 6; i++) {
    towers.push({
      x: 200 + i * 64 + between(random, -14, 14),
      base: 470,
      width: between(random, 30, 44),
      height: between(random, 170, 260),
      roof: between(random, 70, 105),
      back: 0.7,
    });
  }
  towers.push({ x: 360 + between(random, -16, 16), base: 470, width: 66, height: 300, roof: 130, back: 0.4 });
  for (const side of [-1, 1]) {
    towers.push({
      x: 360 + side * between(random, 78, 96),
      base: 474,
      width: 48,
      height: between(random, 190, 240),
      roof: 100,
      back: 0.3,
    });
  }
  towers.push({ x: 360, base: 482, width: 290, height: 92, roof: 0, back: 0.2 });
  for (const offset of [-150, -74, 74, 150]) {
    towers.push({
      x: 360 + offset + between(random, -8, 8),
      base: 486,
      width: between(random, 36, 46),
      height: between(random, 110, 160),
      roof: between(random, 58, 82),
      back: 0,
    });
  }
  return towers;
}

function paintTower(
  context: Context,
  fabric: Fabric,
  palette: Palette,
  random: Random,
  tower: Tower,
  lightLeft: boolean,
): void {
  const { x, base, width, height, roof, back } = tower;
  const left = x - width / 2;
  const top = base - height;
  const veil = (colour: Rgb) => mix(colour, palette.haze, back * 0.55);
  const facets: [number, number, number][] = [
    [0, 0.45, 0.95],
    [0.45, 0.75, 0.55],
    [0.75, 1, 0.12],
  ];
  for (const [from, to, level] of facets) {
    const a = lightLeft ? from : 1 - to;
    const b = lightLeft ? to : 1 - from;
    const side = context.createLinearGradient(0, top, 0, base + 20);
    const plain = mix(fabric.dark, fabric.light, level);
    const tone = fabric.clear ? shift(plain, (level - 0.5) * 70, 1.7) : plain;
    side.addColorStop(0, css(veil(mix(tone, fabric.light, 0.1))));
    side.addColorStop(0.6, css(veil(tone)));
    side.addColorStop(1, css(veil(mix(tone, fabric.dark, 0.45))));
    context.fillStyle = side;
    context.fillRect(left + width * a, top, width * (b - a) + 0.6, height + 14);
    if (roof > 0) {
      const roofTone = scale(fabric.roof, 0.55 + level * 0.75);
      context.fillStyle = css(veil(roofTone));
      context.beginPath();
      context.moveTo(x, top - roof);
      context.lineTo(left - width * 0.14 + width * 1.28 * a, top + 3);
      context.lineTo(left - width * 0.14 + width * 1.28 * b + 0.5, top + 3);
      context.fill();
    }
  }
  if (roof === 0) {
    context.fillStyle = css(veil(mix(fabric.dark, fabric.light, 0.6)));
    for (let cx = left; cx < left + width - 6; cx += 15) context.fillRect(cx, top - 9, 9, 10);
  } else {
    context.strokeStyle = css(veil(fabric.light), 0.9);
    context.lineWidth = 1.4;
    strokeLine(context, x, top - roof - 12, x, top - roof + 4);
  }
  const glow: Rgb = palette.lamps ? [255, 206, 120] : scale(fabric.dark, 0.6);
  context.fillStyle = css(glow, 0.92 - back * 0.4);
  const rows = Math.floor(height / 42);
  for (let row = 0; row < rows; row++) {
    const columns = Math.max(1, Math.floor(width / 52));
    for (let column = 0; column < columns; column++) {
      if (random() < 0.25) continue;
      const wx = left + ((column + 0.5) / columns) * width;
      const wy = top + 18 + row * 42;
      context.beginPath();
      context.arc(wx, wy, 3.4, Math.PI, 0);
      context.lineTo(wx + 3.4, wy + 8);
      context.lineTo(wx - 3.4, wy + 8);
      context.fill();
    }
  }
}

function paintGate(context: Context, fabric: Fabric): void {
  paintGlow(context, 360, 460, 60, [255, 206, 140], 0.7);
  context.fillStyle = css(mix([255, 214, 150], fabric.dark, 0.15));
  context.beginPath();
  context.arc(360, 454, 17, Math.PI, 0);
  context.lineTo(377, 490);
  context.lineTo(343, 490);
  context.fill();
}
