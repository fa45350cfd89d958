import { describe, expect, test } from 'vitest';
import { readPrompt, type Understanding } from '../../modules/painter/reading/read-prompt.ts';
import { createScene } from '../../modules/painter/scene.ts';
import type { SceneSpec } from '../../modules/painter/spec/scene-spec.ts';
import { shownSpec } from '../../modules/painter/spec/shown-spec.ts';
import { createSurface, HEIGHT, WIDTH } from '../../modules/painter/surface.ts';
import { FOLLOW_UPS } from './follow-ups.ts';
import { holds } from './score.ts';

describe('a follow-up changes what it names, and nothing else', () => {
  test.each(Object.entries(FOLLOW_UPS))('%s', (_kind, lines) => {
    expect(lines.trim().split('\n').flatMap(faultsOf)).toEqual([]);
  });

  test('there are 150 of them', () => {
    const count = Object.values(FOLLOW_UPS).flatMap((lines) => lines.trim().split('\n')).length;
    expect(count).toBeGreaterThanOrEqual(150);
  });
});

/** Part of the picture, in cells of 16 pixels. */
type Part = [left: number, top: number, right: number, bottom: number];
const [COLUMNS, ROWS] = [80, 45];
const SKY: Part = [0, 0, COLUMNS, 18];
const MIDDLE: Part = [20, 18, 64, 40];

test.each([
  ['the sea at noon', 'a whale surfaces', SKY, MIDDLE],
  ['a boat on a lake at noon', 'remove the boat', [0, 0, 20, ROWS], MIDDLE],
  ['a house on a hill at noon', 'lights come on in the windows', [44, 0, COLUMNS, ROWS], [16, 18, 44, 34]],
] as [string, string, Part, Part][])(
  '%s > %s changes its part of the picture',
  (scene, followUp, stays, changes) => {
    const before = readPrompt(scene);
    const [one, other] = [before, readPrompt(followUp, before)].map(({ spec }) => drawn(spec)) as [
      Pixels,
      Pixels,
    ];
    expect(difference(one, other, stays)).toBeLessThan(1.5);
    expect(difference(one, other, changes)).toBeGreaterThan(difference(one, other, stays) + 0.5);
  },
);

type Pixels = Uint8ClampedArray;

function drawn(spec: SceneSpec): Pixels {
  const scene = createScene(7, shownSpec(spec));
  while (!scene.ready) scene.build();
  const [full, small] = [createSurface(WIDTH, HEIGHT), createSurface(COLUMNS, ROWS)];
  scene.draw(full.context, 4, 64);
  small.context.drawImage(full.canvas, 0, 0, COLUMNS, ROWS);
  return small.context.getImageData(0, 0, COLUMNS, ROWS).data;
}

function difference(one: Pixels, other: Pixels, [left, top, right, bottom]: Part): number {
  let sum = 0;
  for (let y = top; y < bottom; y++)
    for (let at = (y * COLUMNS + left) * 4; at < (y * COLUMNS + right) * 4; at++)
      sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / ((right - left) * (bottom - top) * 3);
}

/** Faults of the scene after a line's last prompt. */
function faultsOf(line: string): string[] {
  const [prompts = '', rest = ''] = line.split(' | ');
  let [before, after]: (Understanding | null)[] = [null, null];
  for (const prompt of prompts.split(' > ')) [before, after] = [after, readPrompt(prompt, after)];
  if (!before || !after) return [`${line}: one prompt only`];
  const named = rest.split(';').map((part): [string, string[]] => {
    const [name = '', statements = ''] =
      part.trim().split(':').length > 1 ? splitOnce(part.trim()) : [part.trim()];
    return [name, statements.split(' ').filter(Boolean)];
  });
  const { spec, unknown } = after;
  const faults = named.flatMap(([, statements]) => statements.filter((said) => !holds(said, spec, unknown)));
  if (unknown.length > 0) faults.push(`unknown: ${unknown.join(', ')}`);
  const names = named.map(([name]) => name);
  if (names.includes('new'))
    return spec.key === before.spec.key ? [`${line}: kept the scene`] : label(line, faults);
  if (spec.key !== before.spec.key) return [`${line}: started a new scene`];
  if (!after.changed) faults.push('no change');
  const [old, now] = [partsOf(before.spec), partsOf(spec)];
  for (const [name, value] of Object.entries(now)) {
    const was = JSON.stringify(old[name]);
    if (!names.includes(name) && JSON.stringify(value) !== was)
      faults.push(`${name} ${was} became ${JSON.stringify(value)}`);
  }
  return label(line, faults);
}

const label = (line: string, faults: readonly string[]) => faults.map((fault) => `${line}: ${fault}`);

function splitOnce(text: string): [string, string] {
  const at = text.indexOf(':');
  return [text.slice(0, at), text.slice(at + 1)];
}

const WEATHER = ['lightning', 'rainbow'];

/** The parts of a scene that stay or change as one. */
function partsOf(spec: SceneSpec): Record<string, unknown> {
  const counted = (names: readonly string[]) =>
    names.map((name) => [name, (spec.counts as Record<string, number>)[name] ?? null]);
  const skies = spec.celestials.filter((name) => !WEATHER.includes(name)).sort();
  const { clouds, fog, rain, snow, wind, warmth, saturation, contrast, brightness } = spec;
  return {
    place: [spec.realm, [...spec.backdrops].sort(), spec.ground],
    time: [spec.time, skies],
    season: spec.season,
    weather: [clouds, fog, rain, snow, wind, spec.celestials.filter((name) => WEATHER.includes(name))],
    subjects: [counted(spec.subjects), spec.slots, spec.sizes],
    life: counted([...spec.swarms].sort()),
    colour: [spec.colours, spec.tints, spec.materials, warmth, saturation, contrast, brightness],
    camera: [spec.zoom, spec.shift],
    lamps: [spec.lamps, spec.glow],
    motion: [spec.speed, spec.swirl, spec.scale, spec.upward],
  };
}
