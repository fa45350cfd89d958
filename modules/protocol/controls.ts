/**
 * Controls that a generator lets its viewer turn: declared by the worker, drawn by the live page, checked by the
 * relay. A file without the validator, so that the browser gets the rules alone.
 */
export type Control = NumberControl | ChoiceControl | SwitchControl | TextControl | PictureControl;

interface Named {
  /** as the generator knows it */
  name: string;
  /** as people do */
  label: string;
  /** a few words more, where the label says too little */
  hint?: string | undefined;
  /** may change while the dream goes on; others only until the first prompt */
  live: boolean;
}
export interface NumberControl extends Named {
  kind: 'number';
  min: number;
  max: number;
  step: number;
  default: number;
}
export interface ChoiceControl extends Named {
  kind: 'choice';
  choices: string[];
  default: string;
}
export interface SwitchControl extends Named {
  kind: 'switch';
  default: boolean;
}
export interface TextControl extends Named {
  kind: 'text';
  /** most characters */
  max: number;
  default: string;
}

/** Stands at a picture that was brought, or at nothing. */
export interface PictureControl extends Named {
  kind: 'picture';
  default: '';
}

/** Name of the control whose words say what shall not be in the picture. */
export const EXCLUDED_WORDS = 'negative';

export type ControlValue = number | string | boolean;
export type ControlValues = Record<string, ControlValue>;

/** Values of all of them before anybody has touched them. */
export const defaultsOf = (controls: readonly Control[]): ControlValues =>
  Object.fromEntries(controls.map((control) => [control.name, control.default]));

/** Says in words for the viewer why a control can't take a value; null when it can. */
export function controlFault(control: Control, value: ControlValue): string | null {
  const { label } = control;
  switch (control.kind) {
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return `${label} takes a number.`;
      return value >= control.min && value <= control.max
        ? null
        : `${label} goes from ${control.min} to ${control.max}.`;
    case 'choice':
      return control.choices.some((choice) => choice === value)
        ? null
        : `${label} is one of ${control.choices.join(', ')}.`;
    case 'switch':
      return typeof value === 'boolean' ? null : `${label} is on or off.`;
    case 'text':
      if (typeof value !== 'string') return `${label} takes words.`;
      return value.length <= control.max ? null : `${label} has at most ${control.max} characters.`;
    case 'picture':
      // one that is there comes by an upload
      return value === '' ? null : `${label} takes a picture.`;
  }
}

/** The step of its range that a number is nearest to, without the noise of binary fractions. */
export function nearestStep({ min, max, step }: NumberControl, value: number): number {
  const snapped = min + Math.round((value - min) / step) * step;
  return Math.min(max, Number(snapped.toPrecision(12)));
}

/** A value as people read it. */
export function controlText(value: ControlValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (pictureDigest(value) !== null) return 'a picture';
  return value === '' ? 'nothing' : String(value);
}

/** Value of a control that was given an image, by the image's digest. */
export const pictureName = (digest: string) => `picture:${digest}`;

/** The digest of the picture that a value names; null where it names none. */
export function pictureDigest(value: ControlValue): string | null {
  return /^picture:([0-9a-f]{32})$/.exec(String(value))?.[1] ?? null;
}
