import { hex, mix, type Rgb } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec, Subject } from '../../spec/scene-spec.ts';
import { type Context, createSurface, type Layer, type Surface, WIDTH } from '../../surface.ts';
import { type Blend, type Lighting, type Limb, lightingOf, renderSolid } from '../effects/solid.ts';

/** A being made of limbs, which walks to and fro. */
export interface Figure {
  width: number;
  height: number;
  /** point of the box that stands on the ground */
  foot: readonly [x: number, y: number];
  /** usual size in pixels per unit */
  zoom: number;
  colour: string;
  /** number of different members that a group may have */
  looks: number;
  blend?: Blend;
  /** in units per second */
  speed: number;
  /** seconds for one step cycle */
  pace: number;
  /** the body at a moment of its step (0–1), facing right */
  limbs(own: Rgb, step: number, moving: boolean, member: number): Limb[];
}

interface Place {
  x: number;
  y: number;
  zoom: number;
}

const STEPS = 12;
/** Groups share fewer, so that their first steps don't slow the picture down. */
const STEPS_IN_GROUPS = 8;
const [WALK_SECONDS, REST_SECONDS] = [6, 4.5];
const TURN_SECONDS = 0.3;
/** Pictures have more pixels than they are shown with, so that edges stay smooth. */
const DETAIL = 1.2;

/** Beings that walk a few steps, rest, turn and walk back, with their shadows. */
export function createWalkers(
  subject: Subject,
  figure: Figure,
  spec: SceneSpec,
  palette: Palette,
  { x, y, zoom }: Place,
): Layer {
  const count = Math.min(9, spec.counts[subject] ?? 1);
  const own = hex(spec.colours[subject] ?? figure.colour);
  const size = figure.zoom * zoom;
  const apart = Math.min(figure.width * size * (count > 5 ? 0.44 : 0.62), 900 / count);
  const lighting = lightingOf(palette, x, floorOf(spec, palette), 0.04 + spec.fog * 0.3);
  const looks = Array.from({ length: Math.min(figure.looks, count) }, (_, i) =>
    createPictures(figure, own, lighting, {
      zoom: size,
      member: i,
      steps: count > 2 ? STEPS_IN_GROUPS : STEPS,
    }),
  );
  const members = Array.from({ length: count }, (_, i) => ({
    x: x + (i === 0 ? 0 : (i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2) * apart + ((i * 37) % 23) - 11),
    y: y - ((i * 2) % 5) * 9 * size,
    zoom: size * (1 - ((i * 2) % 5) * 0.06),
    late: i * 2.37,
    flip: i % 3 === 1,
    pictures: looks[i % looks.length] as Pictures,
  })).sort((a, b) => a.y - b.y);
  const shadow = shadowOf(palette, x);
  return {
    draw(target, { t, sway }) {
      for (const member of members) {
        const { offset, step, moving, facing, turn } = walkOf(figure, t + member.late);
        const way = member.flip ? -facing : facing;
        const left = member.x + sway * 24 + offset * member.zoom * (member.flip ? -1 : 1);
        const picture = member.pictures(step, moving, way > 0);
        drawShadow(target, figure, picture, left, member, shadow);
        drawPicture(target, figure, picture.body, left, member, 1, way);
        if (turn > 0)
          drawPicture(target, figure, member.pictures(step, moving, way < 0).body, left, member, turn, -way);
      }
    },
  };
}

interface Picture {
  body: Surface;
  /** small and dark, for the shadow on the ground */
  shadow: Surface;
}

type Pictures = (step: number, moving: boolean, right: boolean) => Picture;

/** Renders each step once, when it is first needed. */
function createPictures(
  figure: Figure,
  own: Rgb,
  lighting: Lighting,
  { zoom, member, steps }: { zoom: number; member: number; steps: number },
): Pictures {
  const known = new Map<number, Picture>();
  return (step, moving, right) => {
    // A figure at rest hardly moves, so half as many pictures do.
    const count = moving ? steps : steps / 2;
    const key = Math.floor(step * count) * 4 + (moving ? 2 : 0) + (right ? 1 : 0);
    const before = known.get(key);
    if (before) return before;
    const limbs = figure.limbs(own, Math.floor(step * count) / count, moving, member);
    const facing = right ? limbs : limbs.map((limb) => mirrored(limb, figure.width));
    const body = renderSolid(
      facing,
      figure.width,
      figure.height,
      lighting,
      zoom * (steps < STEPS ? 1 : DETAIL),
      figure.blend,
    );
    const picture = { body, shadow: darkened(body) };
    known.set(key, picture);
    return picture;
  };
}

const mirrored = (limb: Limb, width: number): Limb => ({
  ...limb,
  from: [width - limb.from[0], limb.from[1], limb.from[2]],
  to: [width - limb.to[0], limb.to[1], limb.to[2]],
});

function darkened(body: Surface): Surface {
  const { canvas, context } = createSurface(body.width / 6, body.height / 6);
  context.imageSmoothingQuality = 'medium';
  context.drawImage(body, 0, 0, canvas.width, canvas.height);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = '#000';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A walker's position and pose at a moment. It starts in the middle of its way. */
function walkOf({ speed, pace }: Figure, t: number) {
  const round = WALK_SECONDS + REST_SECONDS;
  const time = t + WALK_SECONDS / 2;
  const leg = Math.floor(time / round);
  const now = time - leg * round;
  const facing = leg % 2 === 0 ? 1 : -1;
  const reach = speed * WALK_SECONDS;
  const moving = now < WALK_SECONDS;
  const gone = Math.min(1, now / WALK_SECONDS) - 0.5;
  const untilTurn = round - now;
  return {
    offset: gone * reach * facing,
    step: (((moving ? now / pace : now / 3) % 1) + 1) % 1,
    moving,
    facing,
    /** 0–1: progress of a turn */
    turn: untilTurn < TURN_SECONDS ? 1 - untilTurn / TURN_SECONDS : 0,
  };
}

function drawPicture(
  target: Context,
  { width, height, foot }: Figure,
  body: Surface,
  x: number,
  { y, zoom }: { y: number; zoom: number },
  alpha: number,
  way: number,
): void {
  const footX = way > 0 ? foot[0] : width - foot[0];
  target.globalAlpha = alpha;
  target.drawImage(body, x - footX * zoom, y - foot[1] * zoom, width * zoom, height * zoom);
  target.globalAlpha = 1;
}

interface Shadow {
  slant: number;
  length: number;
  strength: number;
}

/** The shadow that the scene's light throws: long and towards the viewer if the light is low. */
function shadowOf(palette: Palette, x: number): Shadow {
  const low = palette.lightY > 0.35;
  return {
    slant: (palette.lightX - x / WIDTH) * (low ? 3.2 : 1.6),
    length: low ? 0.42 : 0.2,
    strength: palette.night ? 0.3 : low ? 0.42 : 0.34,
  };
}

function drawShadow(
  target: Context,
  { width, height, foot }: Figure,
  picture: Picture,
  x: number,
  { y, zoom }: { y: number; zoom: number },
  { slant, length, strength }: Shadow,
): void {
  target.save();
  target.globalAlpha = strength;
  // the figure, laid flat on the ground in front of it
  target.transform(zoom, 0, slant * length * zoom, -length * zoom, x, y);
  target.drawImage(picture.shadow, -foot[0], -foot[1], width, height);
  target.restore();
}

/** The colour of the ground, as its light falls on the figure from below. */
export function floorOf(spec: SceneSpec, palette: Palette): Rgb {
  if (spec.ground === 'snow' || spec.season === 'winter') return mix([236, 242, 250], palette.upper, 0.25);
  if (spec.ground === 'sand' || spec.backdrops.includes('dunes')) return [214, 178, 128];
  if (spec.ground === 'water' || spec.ground === 'lake') return mix(palette.upper, [150, 140, 120], 0.5);
  if (spec.ground === 'street' || spec.backdrops.includes('city')) return [96, 96, 104];
  return [96, 126, 62];
}
