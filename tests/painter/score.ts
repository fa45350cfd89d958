import { hex, toOklch } from '../../modules/painter/colour.ts';
import { findMeaning } from '../../modules/painter/lexicon/find-meaning.ts';
import { readPrompt, type Understanding } from '../../modules/painter/reading/read-prompt.ts';
import type { SceneSpec, Thing } from '../../modules/painter/spec/scene-spec.ts';
import { PROMPTS } from './prompts.ts';

export interface Row {
  kind: string;
  prompts: string[];
  statements: string[];
}

export function rows(): Row[] {
  return Object.entries(PROMPTS).flatMap(([kind, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [prompts = '', statements = ''] = line.split(' | ');
        return { kind, prompts: prompts.split(' > '), statements: statements.split(' ') };
      }),
  );
}

/** The statements about a row that don't hold. */
export function missing({ prompts, statements }: Row): string[] {
  let seen: Understanding | null = null;
  for (const prompt of prompts) seen = readPrompt(prompt, seen);
  if (!seen) return statements;
  const { spec, unknown } = seen;
  const wrong = statements.filter((statement) => !holds(statement, spec, unknown));
  const isHonest = statements.some((statement) => statement.startsWith('?')) || unknown.length === 0;
  return isHonest ? wrong : [...wrong, `also said: ${unknown.join(', ')}`];
}

export function holds(statement: string, spec: SceneSpec, unknown: readonly string[]): boolean {
  if (statement.startsWith('?')) return unknown.join(' ').toLowerCase().includes(statement.slice(1));
  if (statement.startsWith('-')) return !has(spec, statement.slice(1));
  const [counted = '', count] = statement.split('×');
  if (count) return has(spec, counted) && spec.counts[counted as Thing] === Number(count);
  const [thing = '', colour] = statement.split(':');
  if (!colour) return has(spec, thing);
  const asked = findMeaning(colour)?.colour ?? '';
  if (thing === 'tint') return spec.tints.some((tint) => isLike(tint, asked));
  return (thing === 'sky' || has(spec, thing)) && isLike(spec.colours[thing as Thing] ?? '', asked);
}

/** True for a hue within a twelfth of the circle, or for greys of similar lightness. */
function isLike(colour: string, asked: string): boolean {
  if (!colour) return false;
  const [a, b] = [toOklch(hex(colour)), toOklch(hex(asked))];
  if (b.chroma < 0.04) return a.chroma < 0.06 && Math.abs(a.lightness - b.lightness) < 0.2;
  return a.chroma > 0.03 && Math.cos(((a.hue - b.hue) * Math.PI) / 180) > Math.cos(Math.PI / 6);
}

const MOODS: Record<string, (spec: SceneSpec) => boolean> = {
  slow: ({ speed }) => speed < 0.95,
  fast: ({ speed }) => speed > 1.3,
  big: ({ scale }) => scale > 1.2,
  dim: ({ brightness }) => brightness < 0.85,
  grey: ({ saturation }) => saturation < 0.8,
  'heavy-rain': ({ rain }) => rain > 0.9,
  'many-fireworks': ({ counts }) => ((counts as Record<string, number>).fireworks ?? 0) > 5,
  'zoomed-out': (spec) => (spec as { zoom?: number }).zoom !== undefined && spec.zoom < 0.9,
  'zoomed-in': (spec) => (spec as { zoom?: number }).zoom !== undefined && spec.zoom > 1.1,
};

function has(spec: SceneSpec, name: string): boolean {
  const mood = MOODS[name];
  if (mood) return mood(spec);
  const amount = (spec as unknown as Record<string, unknown>)[name];
  if (typeof amount === 'number') return amount > 0.2 || spec.ground === name;
  if (typeof amount === 'boolean') return amount;
  const named: (string | null)[] = [spec.realm, spec.time, spec.season, spec.ground];
  const listed = [spec.backdrops, spec.subjects, spec.swarms, spec.celestials, spec.materials];
  return named.includes(name) || listed.some((list: readonly string[]) => list.includes(name));
}
