import { between, createRandom, pick, type Random } from '../../../generator/random.ts';
import { css, hex, mix, type Rgb, tint } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { type Context, createSurface, type Surface } from '../../surface.ts';
import { strokeCurve, strokeLine } from '../effects/draw.ts';

export const SPRITE_WIDTH = 560;
export const SPRITE_HEIGHT = 600;

type TreeKind = 'broadleaf' | 'conifer' | 'palm';

/** Picks the kind of tree for a scene. */
export function treeKind(spec: SceneSpec): TreeKind {
  const hot = spec.backdrops.some((name) => name === 'jungle' || name === 'dunes' || name === 'islands');
  if (hot && spec.season !== 'winter') return 'palm';
  if (spec.season === 'winter') return 'conifer';
  return 'broadleaf';
}

/** Leaf colours of the season, adjusted to the colours in the prompt. */
export function leafColours(spec: SceneSpec): [Rgb, ...Rgb[]] {
  const season = spec.season ?? 'summer';
  const natural: Record<string, [string, ...string[]]> = {
    spring: ['#86b84a', '#a9cf62', '#f3b7c8', '#6fa044'],
    summer: ['#4f8a3a', '#6aa244', '#3d7334', '#88b050'],
    autumn: ['#d9772a', '#c6491f', '#e8a534', '#a8341f'],
    winter: ['#3c5a4c', '#4b6b5c', '#304a42', '#5a7a70'],
  };
  const asked =
    spec.colours.forest ?? spec.colours.trees ?? spec.colours.tree ?? spec.colours.leaves ?? spec.tints[0];
  const [first, ...rest] = (natural[season] ?? ['#4f8a3a', '#6aa244']).map((text) => {
    const colour = hex(text);
    return asked ? mix(tint(colour, hex(asked), 0.9), hex(asked), 0.25) : colour;
  });
  return [first ?? [80, 130, 60], ...rest];
}

/** Paints one tree. A forest repeats a few of them. */
export function paintTree(spec: SceneSpec, palette: Palette, kind: TreeKind, seed: number): Surface {
  const { canvas, context } = createSurface(SPRITE_WIDTH, SPRITE_HEIGHT);
  const random = createRandom(seed);
  if (kind === 'conifer') paintConifer(context, spec, palette, random);
  else if (kind === 'palm') paintPalm(context, spec, palette, random);
  else paintBroadleaf(context, spec, palette, random);
  // canvases record drawing commands lazily; reading a pixel here keeps their cost out of a later frame
  context.getImageData(0, 0, 1, 1);
  return canvas;
}

function paintBroadleaf(context: Context, spec: SceneSpec, palette: Palette, random: Random): void {
  const bark = hex('#54423a');
  const dark = shaded(bark, palette);
  const light = lit(bark, palette);
  const side = palette.lightX < 0.5 ? -1 : 1;
  const tips: Tip[] = [];
  const limb = (x: number, y: number, angle: number, length: number, width: number, depth: number) => {
    const bend = between(random, -0.35, 0.35);
    const ex = x + Math.sin(angle + bend) * length;
    const ey = y - Math.cos(angle + bend) * length;
    const mx = x + Math.sin(angle) * length * 0.55;
    const my = y - Math.cos(angle) * length * 0.55;
    context.lineCap = 'round';
    for (const [colour, thick, offset] of [
      [dark, width, 0],
      [light, width * 0.34, side * width * 0.26],
    ] as const) {
      context.strokeStyle = css(colour, offset === 0 ? 1 : 0.6);
      context.lineWidth = Math.max(0.8, thick);
      strokeCurve(context, x + offset, y, mx + offset, my, ex + offset * 0.5, ey);
    }
    if (depth >= 1) tips.push({ x: ex, y: ey, depth });
    if (depth >= 2) return;
    for (let i = 0; i < 3; i++) {
      const start = between(random, 0.45, 1);
      const turn = between(random, -0.75, 0.75);
      limb(
        x + (ex - x) * start,
        y + (ey - y) * start,
        angle + turn,
        length * between(random, 0.5, 0.72),
        width * 0.5,
        depth + 1,
      );
    }
  };
  const lean = between(random, -26, 26);
  const crownY = between(random, 170, 230);
  paintTrunk(context, dark, light, lean, crownY, between(random, 8, 11), side);
  for (let i = 0; i < 9; i++) {
    const up = (i + random()) / 9;
    const y = SPRITE_HEIGHT - 230 - up * (SPRITE_HEIGHT - 230 - crownY);
    const x = SPRITE_WIDTH / 2 + lean * ((SPRITE_HEIGHT - y) / SPRITE_HEIGHT);
    const angle = (i % 2 === 0 ? 1 : -1) * (1.15 - up * 0.85) + between(random, -0.15, 0.15);
    limb(x, y, angle, 135 - up * 45, 8.5 - up * 4, 0);
  }
  paintFoliage(context, spec, palette, random, tips, side);
  sinkRoots(context);
}

/** Fades the foot of a tree into the ground instead of ending on a hard line. */
function sinkRoots(context: Context): void {
  context.globalCompositeOperation = 'destination-out';
  const fade = context.createLinearGradient(0, SPRITE_HEIGHT - 16, 0, SPRITE_HEIGHT);
  fade.addColorStop(0, 'rgba(0,0,0,0)');
  fade.addColorStop(1, 'rgba(0,0,0,1)');
  context.fillStyle = fade;
  context.fillRect(0, SPRITE_HEIGHT - 16, SPRITE_WIDTH, 16);
  context.globalCompositeOperation = 'source-over';
}

interface Tip {
  x: number;
  y: number;
  depth: number;
}

function paintTrunk(
  context: Context,
  dark: Rgb,
  light: Rgb,
  lean: number,
  topY: number,
  half: number,
  side: number,
): void {
  const x = SPRITE_WIDTH / 2;
  const face = context.createLinearGradient(x - half, 0, x + half, 0);
  face.addColorStop(side < 0 ? 0 : 1, css(light));
  face.addColorStop(0.5, css(mix(dark, light, 0.3)));
  face.addColorStop(side < 0 ? 1 : 0, css(dark));
  context.fillStyle = face;
  context.beginPath();
  context.moveTo(x - half * 1.7, SPRITE_HEIGHT);
  context.bezierCurveTo(
    x - half * 0.8,
    SPRITE_HEIGHT - 90,
    x - half * 0.7 + lean * 0.4,
    380,
    x + lean - 2,
    topY,
  );
  context.lineTo(x + lean + 2, topY);
  context.bezierCurveTo(
    x + half * 0.7 + lean * 0.4,
    380,
    x + half * 0.8,
    SPRITE_HEIGHT - 90,
    x + half * 1.7,
    SPRITE_HEIGHT,
  );
  context.fill();
}

/** Leaves in clusters around the twigs: the shaded inside first, the lit outside last. */
function paintFoliage(
  context: Context,
  spec: SceneSpec,
  palette: Palette,
  random: Random,
  tips: readonly Tip[],
  side: number,
): void {
  const colours = leafColours(spec);
  const shadeTones = colours.map((colour) => css(shaded(colour, palette), 0.85));
  const midTones = colours.map((colour) => css(lit(colour, palette, 0.74), 0.8));
  const litTones = colours.map((colour) => css(lit(colour, palette, 1.15), 0.8));
  for (const [pass, tones] of [shadeTones, midTones, litTones].entries()) {
    for (const { x, y } of tips) {
      const clusterLight = (0.5 - (x / SPRITE_WIDTH - 0.5) * side * -0.6 + (1 - y / SPRITE_HEIGHT) * 0.5) * 7;
      const dabs = pass === 2 ? Math.round(clusterLight * 1.6) : 11;
      for (let i = 0; i < dabs; i++) {
        const reach = 44 - pass * 6;
        const dx = (random() + random() - 1) * reach + side * pass * 5;
        const dy = (random() + random() - 1) * reach * 0.75 - pass * 5;
        const size = between(random, 2.4, 6) * (1.3 - pass * 0.28);
        context.fillStyle = tones[(random() * tones.length) | 0] ?? '';
        context.beginPath();
        context.ellipse(x + dx, y + dy, size, size * 0.66, random() * 3, 0, Math.PI * 2);
        context.fill();
      }
    }
  }
}

function paintConifer(context: Context, spec: SceneSpec, palette: Palette, random: Random): void {
  const colours = leafColours(spec);
  const middle = SPRITE_WIDTH / 2;
  const side = palette.lightX < 0.5 ? -1 : 1;
  const wide = between(random, 90, 130);
  context.fillStyle = css(shaded(hex('#4a382c'), palette));
  context.fillRect(middle - 6, 60, 12, SPRITE_HEIGHT - 60);
  const snowy = spec.snow > 0.2 || spec.season === 'winter';
  const white = lit([240, 246, 255], palette);
  for (let y = SPRITE_HEIGHT - 50; y > 14; y -= 9) {
    const reach = wide * ((y - 5) / SPRITE_HEIGHT) ** 0.9 * between(random, 0.72, 1.1) + 4;
    for (const way of [-1, 1]) {
      const strokes = 5;
      for (let i = 0; i < strokes; i++) {
        const part = between(random, 0.35, 1);
        const ex = middle + way * reach * part;
        const ey = y + reach * part * between(random, 0.22, 0.42);
        const facing = way === side ? 1 : 0.55;
        const colour = pick(random, colours);
        const isSnow = snowy && random() < 0.32 && i > 2;
        context.strokeStyle = css(
          isSnow ? white : mix(shaded(colour, palette), lit(colour, palette), facing * random()),
          isSnow ? 0.75 : 0.92,
        );
        context.lineWidth = between(random, 2, 5);
        context.lineCap = 'round';
        context.beginPath();
        context.moveTo(middle + way * reach * part * 0.15, y - 8);
        context.quadraticCurveTo(middle + way * reach * part * 0.6, y, ex, ey);
        context.stroke();
      }
    }
  }
}

function paintPalm(context: Context, spec: SceneSpec, palette: Palette, random: Random): void {
  const lean = between(random, -60, 60);
  const topX = SPRITE_WIDTH / 2 + lean;
  const topY = between(random, 120, 190);
  const bark = hex('#6a5240');
  const colours = leafColours(spec);
  context.lineCap = 'round';
  for (const [colour, width, offset] of [
    [shaded(bark, palette), 17, 0],
    [lit(bark, palette), 6, palette.lightX < 0.5 ? -4 : 4],
  ] as const) {
    context.strokeStyle = css(colour);
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(SPRITE_WIDTH / 2 + offset, SPRITE_HEIGHT);
    context.quadraticCurveTo(
      SPRITE_WIDTH / 2 - lean * 0.5 + offset,
      SPRITE_HEIGHT * 0.55,
      topX + offset,
      topY,
    );
    context.stroke();
  }
  for (let frond = 0; frond < 15; frond++) {
    const angle = (frond / 15) * Math.PI * 2 + random() * 0.3;
    const reach = between(random, 120, 185);
    const ex = topX + Math.cos(angle) * reach;
    const ey = topY + Math.sin(angle) * reach * 0.42 + reach * 0.38;
    const colour = pick(random, colours);
    context.strokeStyle = css(
      mix(shaded(colour, palette), lit(colour, palette), Math.sin(angle) < 0 ? 0.9 : 0.25),
    );
    context.lineWidth = 2.4;
    for (let leaflet = 0.12; leaflet < 1; leaflet += 0.045) {
      const lift = (1 - leaflet) * leaflet * 4;
      const px = topX + (ex - topX) * leaflet;
      const py = topY + (ey - topY) * leaflet - lift * 38;
      const hang = 38 * Math.sin(leaflet * Math.PI) + 8;
      strokeLine(context, px, py, px + (ex - topX) * 0.1, py + hang);
    }
  }
}
