import { type Control, type ControlValues, defaultsOf, type NumberControl } from '../protocol/controls.ts';
import type { GeneratorJob } from './generator.ts';

/** For generators whose dreams follow from a seed: theirs, unless the viewer wants one again that they know. */
export const SEED_CONTROL: Control = {
  kind: 'number',
  name: 'seed',
  label: 'Seed',
  hint: 'The same seed and prompts dream alike. With 0 each dream is another.',
  live: false,
  min: 0,
  max: 2 ** 31 - 1,
  step: 1,
  default: 0,
};

/** The image that a dream begins with; its value is a data URI, or empty. */
export const START_PICTURE_CONTROL: Control = {
  kind: 'picture',
  name: 'picture',
  label: 'Start picture',
  hint: 'Your dream begins with it and goes on from there.',
  live: false,
  default: '',
};

/** Values of a dream's controls as it starts. */
export const startingValues = (controls: readonly Control[], { controls: given }: GeneratorJob) => ({
  ...defaultsOf(controls),
  ...given,
});

/** A number among them; the relay has checked that it is one. */
export const numberOf = (values: ControlValues, name: string): number => Number(values[name]);

export const seedOf = ({ seed }: GeneratorJob, values: ControlValues): number =>
  numberOf(values, 'seed') || seed;

type Range = Pick<NumberControl, 'min' | 'max' | 'step' | 'default'>;

/** A number that may change at any time. A model's own value may lie beyond the usual range. */
export function slider(name: string, label: string, range: Range): NumberControl {
  const { min, max, default: own } = range;
  return {
    kind: 'number',
    name,
    label,
    live: true,
    ...range,
    min: Math.min(min, own),
    max: Math.max(max, own),
  };
}
