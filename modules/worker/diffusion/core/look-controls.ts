import { numberOf, SEED_CONTROL, START_IMAGE_CONTROL, slider } from '../../../generator/values.ts';
import type { Control, ControlValues } from '../../../protocol/controls.ts';
import type { Look } from './dream.ts';

/** Motion controls; their defaults come from the model's look.json. */
export function lookControls({ guidance, feedback, wander, camera }: Look): Control[] {
  return [
    SEED_CONTROL,
    START_IMAGE_CONTROL,
    slider('feedback', 'Feedback', { min: 0, max: 0.95, step: 0.05, default: feedback }),
    slider('wander', 'Wander', { min: 0, max: 0.3, step: 0.01, default: wander }),
    slider('guidance', 'Guidance', { min: 1, max: 3, step: 0.1, default: guidance }),
    slider('zoom', 'Camera zoom, %', { min: -2, max: 2, step: 0.1, default: percent(camera.zoom) }),
    slider('pan', 'Camera pan, %', { min: 0, max: 2, step: 0.1, default: percent(camera.pan) }),
  ];
}

/** Applies the viewer's control values to the model's look. */
export function turnedLook(look: Look, values: ControlValues): Look {
  return {
    ...look,
    feedback: numberOf(values, 'feedback'),
    wander: numberOf(values, 'wander'),
    guidance: numberOf(values, 'guidance'),
    camera: { zoom: numberOf(values, 'zoom') / 100, pan: numberOf(values, 'pan') / 100 },
  };
}

const percent = (share: number) => Number((share * 100).toPrecision(6));
