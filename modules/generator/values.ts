import {
  type Control,
  type ControlValues,
  defaultsOf,
  type NumberControl,
  type VideoControl,
} from '../protocol/controls.ts';
import { VIDEO_SIDE_MAX, VIDEO_SIDE_MIN } from '../protocol/limits.ts';
import type { GeneratorJob } from './generator.ts';

/**
 * For generators with seeded dreams. The default 0 means the job's random seed; viewers enter one to repeat a dream.
 */
export const SEED_CONTROL: Control = {
  kind: 'number',
  name: 'seed',
  label: 'Seed',
  hint: 'The same seed and prompts repeat a dream. With 0, every dream is different.',
  live: false,
  min: 0,
  max: 2 ** 31 - 1,
  step: 1,
  default: 0,
};

/** The image that a dream starts from; its value is a data URI, or empty. */
export const START_IMAGE_CONTROL: Control = {
  kind: 'picture',
  name: 'picture',
  label: 'Start image',
  hint: 'Your dream starts from this image.',
  live: false,
  default: '',
};

/** The person's camera or screen, for generators that edit what they see. Slower ones drop frames. */
export const liveCamera = ({ width, height }: { width: number; height: number }): VideoControl => ({
  kind: 'video',
  name: 'camera',
  label: 'Camera',
  hint: 'Your dream repaints what your camera or screen shows.',
  live: true,
  width: cameraSide(width),
  height: cameraSide(height),
  fps: 10,
});

const cameraSide = (side: number) => Math.min(VIDEO_SIDE_MAX, Math.max(VIDEO_SIDE_MIN, side));

/** Initial control values of a dream. */
export const startingValues = (controls: readonly Control[], { controls: given }: GeneratorJob) => ({
  ...defaultsOf(controls),
  ...given,
});

/** Reads a numeric control value, which the relay has validated. */
export const numberOf = (values: ControlValues, name: string): number => Number(values[name]);

export const seedOf = ({ seed }: GeneratorJob, values: ControlValues): number =>
  numberOf(values, 'seed') || seed;

type Range = Pick<NumberControl, 'min' | 'max' | 'step' | 'default'>;

/** A live number control. Its range widens to include the model's own default. */
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

/** A live switch, off at first. */
export const onOff = (name: string, label: string, hint: string): Control => ({
  kind: 'switch',
  name,
  label,
  hint,
  live: true,
  default: false,
});
