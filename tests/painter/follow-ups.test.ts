import { describe, expect, test } from 'vitest';
import { readPrompt, type Understanding } from '../../modules/painter/reading/read-prompt.ts';
import type { SceneSpec } from '../../modules/painter/spec/scene-spec.ts';
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
