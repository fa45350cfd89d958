import type { Control } from '../../../shared/controls.ts';
import { SEED_CONTROL, START_PICTURE_CONTROL, slider } from '../values.ts';

/** What every engine lets its viewer turn that is fed its own pictures. */
export const LOOP_CONTROLS: readonly Control[] = [
  SEED_CONTROL,
  START_PICTURE_CONTROL,
  {
    ...slider('strength', 'Change', { min: 0.1, max: 1, step: 0.05, default: 0.5 }),
    hint: 'How much of each picture is drawn anew. At 1 no picture knows the one before it.',
  },
  slider('zoom', 'Camera zoom, %', { min: -2, max: 2, step: 0.1, default: 0.4 }),
  slider('pan', 'Camera pan, %', { min: 0, max: 2, step: 0.1, default: 0.3 }),
];

export const NEGATIVE_CONTROL: Control = {
  kind: 'text',
  name: 'negative',
  label: 'Keep out',
  hint: 'What shall not be in the picture.',
  live: true,
  max: 300,
  default: '',
};
