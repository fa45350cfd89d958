import { css, hex, mix, type Rgb, scale } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { type Context, createSurface, type Layer, type Surface, WIDTH } from '../../surface.ts';
import { type Lighting, type Limb, lightingOf, type Point3, renderSolid } from '../effects/solid.ts';
import { paintGlow } from '../sky/celestial.ts';
import { floorOf } from './figure.ts';
import { paintWing } from './wings.ts';

const sizeOf = (spec: SceneSpec, name: 'whale' | 'dragon') =>
  Math.min(1.7, Math.max(0.5, spec.scale)) * Math.min(1, 0.3 + spec.zoom * 0.7) * (spec.sizes[name] ?? 1);

/** Renders each phase of a movement once, when it is first needed. */
function phases(count: number, render: (phase: number) => Surface): (phase: number) => Surface {
  const known = new Map<number, Surface>();
  return (phase) => {
    const at = Math.floor((((phase % 1) + 1) % 1) * count) % count;
    const picture = known.get(at) ?? render(at / count);
    known.set(at, picture);
    return picture;
  };
}

const WHALE = { width: 420, height: 190, x: 210, y: 92 };

/** A whale. It swims through water or air; at sea it comes up, blows and dives. `seaY` is the row where it floats. */
export function createWhale(spec: SceneSpec, palette: Palette, y: number, seaY: number | null): Layer {
  const skin = hex(spec.colours.whale ?? '#46607f');
  const lighting = lightingOf(palette, WIDTH / 2, floorOf(spec, palette), 0.08 + spec.fog * 0.3);
  const zoom = 1.08 * sizeOf(spec, 'whale');
  const swim = phases(10, (phase) =>
    renderSolid(whale(skin, phase), WHALE.width, WHALE.height, lighting, zoom),
  );
  const foam = mix(palette.cloudLit, [255, 255, 255], 0.3);
  return {
    draw(target, { t, sway }) {
      if (seaY !== null) {
        surfacing(target, swim, t, sway, { seaY, zoom, foam });
        return;
      }
      const x = 640 + Math.sin(t * 0.05) * 130 + sway * 10;
      place(target, swim(t * 0.16), WHALE, {
        x,
        y: y + Math.sin(t * 0.32) * 22,
        turn: Math.cos(t * 0.32) * -0.05,
        zoom,
      });
    },
  };
}

function place(
  target: Context,
  picture: Surface,
  box: { width: number; height: number; x: number; y: number },
  { x, y, turn, zoom, flip = 1 }: { x: number; y: number; turn: number; zoom: number; flip?: number },
): void {
  target.save();
  target.translate(x, y);
  target.rotate(turn);
  target.scale(zoom * flip, zoom);
  target.drawImage(picture, -box.x, -box.y, box.width, box.height);
  target.restore();
}

interface AtSea {
  seaY: number;
  zoom: number;
  foam: Rgb;
}

/** Seconds from one breath to the next. */
const BREATH = 15;

/** The back rises out of the water, arches and goes down again; what is below the surface only shimmers through. */
function surfacing(
  target: Context,
  swim: (phase: number) => Surface,
  t: number,
  sway: number,
  sea: AtSea,
): void {
  const { seaY, zoom, foam } = sea;
  const round = Math.floor((t + 4) / BREATH);
  const now = (t + 4 - round * BREATH) / BREATH;
  const x = 640 - 190 + now * 380 + sway * 12;
  const risen = Math.sin(Math.PI * Math.min(1, now * 1.04)) ** 0.7;
  const turn = (now - 0.42) * 0.42;
  const y = seaY + (66 - risen * 92) * zoom;
  const picture = swim(t * 0.12);
  target.save();
  target.beginPath();
  target.rect(0, seaY, WIDTH, 400);
  target.clip();
  target.globalAlpha = 0.2;
  place(target, picture, WHALE, { x, y, turn, zoom });
  // its reflection
  target.globalAlpha = 0.26;
  target.translate(0, seaY * 1.5);
  target.scale(1, -0.5);
  place(target, picture, WHALE, { x, y, turn, zoom });
  target.restore();
  target.save();
  target.beginPath();
  target.rect(0, 0, WIDTH, seaY);
  target.clip();
  place(target, picture, WHALE, { x, y, turn, zoom });
  target.restore();
  wash(target, x, risen, t, sea);
  if (now > 0.3 && now < 0.62) spout(target, x + 112 * zoom, y - 44 * zoom, (now - 0.3) / 0.32, zoom, foam);
}

/** Foam where the body breaks the surface. */
function wash(target: Context, x: number, risen: number, t: number, { seaY, zoom, foam }: AtSea): void {
  if (risen < 0.25) return;
  const half = 168 * zoom * (risen - 0.12);
  for (let i = 0; i < 16; i++) {
    const along = (i / 15) * 2 - 1;
    const wave = Math.sin(t * 1.7 + i * 2.1);
    const size = (15 + 9 * wave + 8 * Math.abs(along)) * zoom;
    target.fillStyle = css(foam, 0.16 + 0.1 * wave);
    target.beginPath();
    target.ellipse(
      x + along * half,
      seaY + 2 + Math.abs(wave) * 3 + (1 - along * along) * 5 * zoom,
      size * 1.7,
      size * 0.24,
      0,
      0,
      7,
    );
    target.fill();
  }
}

function spout(target: Context, x: number, y: number, age: number, zoom: number, foam: Rgb): void {
  for (let i = 0; i < 9; i++) {
    const up = Math.min(1, age * 2.2) * (i / 8);
    const spread = up * up * 22 * zoom * Math.sin(i * 2.4);
    paintGlow(
      target,
      x + spread - age * 16,
      y - up * 92 * zoom,
      (9 + up * 26) * zoom,
      foam,
      0.42 * (1 - age) * (1.1 - up * 0.5),
    );
  }
}

/** The body, swimming to the right; the tail beats once a phase. */
function whale(skin: Rgb, phase: number): Limb[] {
  const belly = mix(skin, [232, 236, 240], 0.78);
  const beat = (at: number) => Math.sin(phase * Math.PI * 2 - at * 1.6) * 15 * at * at;
  const spine: [x: number, y: number, girth: number][] = [
    [378, 92, 16],
    [352, 86, 30],
    [312, 82, 41],
    [262, 82, 44],
    [210, 86, 38],
    [162, 90, 28],
    [120, 92, 18],
    [84, 93, 11],
    [56, 92, 7],
  ];
  const limbs: Limb[] = [];
  const lifted = Array.from({ length: 25 }, (_, i): [number, number, number] => {
    const s = i / 3;
    const [x, y, girth] = [0, 1, 2].map((part) =>
      curveAt(
        spine.map((point) => point[part] ?? 0),
        s,
      ),
    ) as [number, number, number];
    return [x, y + beat(Math.max(0, (s - 2) / 6)), girth];
  });
  for (let i = 0; i + 1 < lifted.length; i++) {
    const [a, b] = [lifted[i], lifted[i + 1]] as [[number, number, number], [number, number, number]];
    limbs.push({
      from: [a[0], a[1], 0],
      to: [b[0], b[1], 0],
      girth: [a[2], b[2]],
      colour: skin,
      belly,
      gloss: 0.35,
      fur: 0.1,
    });
  }
  const [tx, ty] = lifted[lifted.length - 1] as [number, number, number];
  const lift = beat(1.15) * 0.5;
  for (const side of [-1, 1])
    limbs.push({
      from: [tx, ty, side * 3],
      to: [tx - 40, ty + lift - 6 - side * 10, side * 20],
      girth: [7, 2.5],
      colour: scale(skin, side < 0 ? 0.7 : 0.95),
      gloss: 0.35,
    });
  const flap = Math.sin(phase * Math.PI * 2) * 7;
  limbs.push(
    // throat
    ...[0, 1, 2, 3].map(
      (i): Limb => ({
        from: [366 - i * 3, 98 + i * 6, 22 - i * 3],
        to: [272, 104 + i * 5.2, 34 - i * 4],
        girth: [1.1, 0.8],
        colour: scale(belly, 0.72),
      }),
    ),
    { from: [392, 97, 6], to: [330, 101, 36], girth: [1, 0.9], colour: scale(skin, 0.4) },
    { from: [330, 93, 40], to: [330, 93, 40], girth: [2.6, 2.6], colour: [18, 18, 22], gloss: 1 },
    // fin and flipper
    { from: [188, 58, 0], to: [170, 45, 0], girth: [9, 2.4], colour: skin, gloss: 0.3 },
    {
      from: [288, 108, 34],
      to: [250, 148 + flap, 48],
      girth: [13, 7],
      colour: scale(skin, 0.92),
      belly,
      gloss: 0.3,
    },
    {
      from: [250, 148 + flap, 48],
      to: [224, 164 + flap * 1.6, 50],
      girth: [7, 2.5],
      colour: scale(skin, 0.92),
      gloss: 0.3,
    },
  );
  return limbs;
}

/** A smooth curve through values at 0, 1, 2 … */
function curveAt(values: readonly number[], at: number): number {
  const i = Math.min(values.length - 2, Math.floor(at));
  const t = at - i;
  const value = (n: number) => values[Math.max(0, Math.min(values.length - 1, n))] ?? 0;
  const [a, b, c, d] = [value(i - 1), value(i), value(i + 1), value(i + 2)];
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

const DRAGON = { width: 460, height: 210, x: 230, y: 105 };

/** A dragon that flies to and fro across the sky on beating wings. */
export function createDragon(spec: SceneSpec, palette: Palette, y: number): Layer {
  const skin = hex(spec.colours.dragon ?? '#7c3a34');
  const lighting = lightingOf(palette, WIDTH / 2, floorOf(spec, palette), 0.07 + spec.fog * 0.3);
  const zoom = 1.02 * sizeOf(spec, 'dragon');
  const bodies = [1, -1].map((flip) => phases(12, (phase) => bodyOf(skin, phase, flip, lighting, zoom)));
  const leather = leatherOf(skin, lighting);
  const dark = { ...leather, skin: scale(leather.skin, 0.62) };
  const near = phases(LEVELS, (level) => wing(leather, level * 2 - 1, 1, 0, zoom));
  const far = phases(LEVELS, (level) => wing(dark, level * 2 - 1, 0.9, -12, zoom));
  return {
    draw(context, { t, sway }) {
      const round = t * 0.11;
      const x = 640 + Math.sin(round) * 260 + sway * 10;
      const flip = Math.cos(round) > 0 ? 1 : -1;
      // narrower while it turns
      const breadth = Math.min(1, 0.35 + Math.abs(Math.cos(round)) * 3);
      const beat = Math.sin(t * 2.1);
      const at = { x, y: y + Math.sin(t * 0.5) * 22 - beat * 9, turn: -0.08 * flip, zoom, flip: breadth };
      const picture = bodies[flip > 0 ? 0 : 1]?.(t * 0.28);
      const winged = { ...at, flip: flip * breadth };
      place(context, far(levelOf(Math.sin(t * 2.1 + 0.25))), WING, winged);
      if (picture) place(context, picture, DRAGON, at);
      place(context, near(levelOf(beat)), WING, winged);
    },
  };
}

const WING = { width: 400, height: 400, x: 230, y: 230 };
/** Wing positions that are painted, from down to up. */
const LEVELS = 24;
const levelOf = (beat: number) => Math.min(0.999, (beat + 1) / 2);

function wing(
  leather: ReturnType<typeof leatherOf>,
  beat: number,
  size: number,
  shift: number,
  zoom: number,
): Surface {
  const { canvas, context } = createSurface(WING.width * zoom, WING.height * zoom);
  context.scale(zoom, zoom);
  context.translate(WING.x, WING.y);
  paintWing(context, leather, beat, size, shift);
  return canvas;
}

function leatherOf(skin: Rgb, { key, rim, sky }: Lighting): { skin: Rgb; glow: Rgb; edge: Rgb } {
  const lit = (colour: Rgb, light: Rgb): Rgb => [
    (colour[0] * light[0]) / 255,
    (colour[1] * light[1]) / 255,
    (colour[2] * light[2]) / 255,
  ];
  const ambient: Rgb = [sky[0] + key[0] * 0.3, sky[1] + key[1] * 0.3, sky[2] + key[2] * 0.3];
  // light shines through the thin skin
  return {
    skin: lit(scale(skin, 0.85), ambient),
    glow: lit(mix(skin, [236, 140, 70], 0.4), scale(key, 0.95)),
    edge: rim,
  };
}

function bodyOf(skin: Rgb, phase: number, flip: number, lighting: Lighting, zoom: number): Surface {
  const limbs = dragon(skin, phase).map((limb) => (flip > 0 ? limb : mirror(limb)));
  return renderSolid(limbs, DRAGON.width, DRAGON.height, lighting, zoom * 1.1, { melt: 0.8, sharp: 0.6 });
}

const mirror = (limb: Limb): Limb => ({
  ...limb,
  from: [DRAGON.width - limb.from[0], limb.from[1], limb.from[2]],
  to: [DRAGON.width - limb.to[0], limb.to[1], limb.to[2]],
});

function dragon(skin: Rgb, phase: number): Limb[] {
  const belly = mix(skin, [226, 190, 130], 0.6);
  const dark = scale(skin, 0.45);
  const limbs: Limb[] = [];
  const wave = (s: number) =>
    Math.sin(s * 5 - phase * Math.PI * 2) * (s < 0.4 ? (0.4 - s) * 16 : (s - 0.4) * 34);
  const at = (s: number): [Point3, number] => {
    const x = 372 - s * 340;
    const y = 105 + wave(s) - (s < 0.3 ? (0.3 - s) * 62 : 0);
    const girth = s < 0.3 ? 11 + s * 42 : 24 * (1 - s) ** 0.95 * 1.35 + 1.5;
    return [[x, y, 0], girth];
  };
  const count = 18;
  for (let i = 0; i < count; i++) {
    const [from, g0] = at(i / count);
    const [to, g1] = at((i + 1) / count);
    limbs.push({ from, to, girth: [g0, g1], colour: skin, belly, fur: 0.35, gloss: 0.25 });
    if (i > 0)
      limbs.push({
        from: [from[0], from[1] - g0 * 0.85, 0],
        to: [from[0] - 7, from[1] - g0 - 6, 0],
        girth: [3, 0.6],
        colour: dark,
      });
  }
  const [tail] = at(1);
  limbs.push(
    { from: tail, to: [tail[0] - 12, tail[1] - 8, 0], girth: [3, 1], colour: dark },
    { from: tail, to: [tail[0] - 12, tail[1] + 7, 0], girth: [3, 1], colour: dark },
  );
  const [neck] = at(0);
  const [x, y] = neck;
  const jaw = 2 + Math.sin(phase * Math.PI * 2) * 1.5;
  limbs.push(
    { from: [x, y, 0], to: [x + 21, y - 5, 2], girth: [12, 14], colour: skin, belly, gloss: 0.25, fur: 0.2 },
    {
      from: [x + 25, y - 6, 2],
      to: [x + 57, y + 2, 2],
      girth: [11.5, 6],
      colour: skin,
      gloss: 0.25,
      fur: 0.2,
    },
    { from: [x + 22, y + 5, 0], to: [x + 51, y + 9 + jaw, 0], girth: [6.4, 3.4], colour: scale(belly, 0.85) },
    { from: [x + 53, y - 3, 4], to: [x + 57, y - 4, 4], girth: [2.8, 1.5], colour: skin },
    {
      from: [x + 26, y - 10, 13],
      to: [x + 26, y - 10, 13],
      girth: [2.6, 2.6],
      colour: [255, 206, 70],
      gloss: 1,
    },
    { from: [x + 22, y - 15, 10], to: [x + 33, y - 13.5, 11], girth: [3.2, 2], colour: dark },
  );
  for (const z of [-6, 6])
    limbs.push({
      from: [x + 10, y - 12, z],
      to: [x - 24, y - 34, z],
      girth: [4.4, 0.8],
      colour: mix(dark, [220, 206, 180], z > 0 ? 0.6 : 0.3),
    });
  for (const [s, z] of [
    [0.32, 8],
    [0.36, -8],
    [0.56, 7],
    [0.6, -7],
  ] as const) {
    const [root, g] = at(s);
    const colour = z < 0 ? scale(skin, 0.6) : skin;
    const knee: Point3 = [root[0] - 12, root[1] + g + 8, z];
    limbs.push({ from: [root[0], root[1] + g * 0.4, z], to: knee, girth: [8, 4.6], colour, fur: 0.3 });
    limbs.push({ from: knee, to: [knee[0] - 20, knee[1] + 4, z], girth: [4.2, 2.6], colour, fur: 0.3 });
    limbs.push({
      from: [knee[0] - 20, knee[1] + 4, z],
      to: [knee[0] - 29, knee[1] + 9, z],
      girth: [2.4, 0.7],
      colour: dark,
    });
  }
  return limbs;
}
