import type { z } from 'zod';
import type { control } from './control-schemas.ts';
import { readHeld } from './steering.ts';

/**
 * Controls that a generator offers its viewers: declared by the worker, rendered by the live page, validated by the
 * relay. This file only takes the schemas' types, so that browsers don't load the validator.
 */
export type Control = z.infer<typeof control>;
type OfKind<Kind extends Control['kind']> = Extract<Control, { kind: Kind }>;

export type NumberControl = OfKind<'number'>;
export type ChoiceControl = OfKind<'choice'>;
export type TextControl = OfKind<'text'>;
export type PictureControl = OfKind<'picture'>;
export type AxesControl = OfKind<'axes'>;
export type VideoControl = OfKind<'video'>;

/** Controls with a value, which the timeline records. */
export type ValueControl = Exclude<Control, VideoControl>;

/** Controls that people set to a value. */
export type Setting = Exclude<ValueControl, AxesControl>;

/** Name of the control for words that must not appear in the image. */
export const EXCLUDED_WORDS = 'negative';

export type ControlValue = number | string | boolean;
export type ControlValues = Record<string, ControlValue>;

export const hasValue = (control: Control): control is ValueControl => control.kind !== 'video';
export const isSetting = (control: Control): control is Setting =>
  hasValue(control) && control.kind !== 'axes';

/** Values before anyone has changed them. */
export const defaultsOf = (controls: readonly Control[]): ControlValues =>
  Object.fromEntries(controls.filter(hasValue).map((control) => [control.name, control.default]));

/** Why a control can't have a value; null if it can. */
export function controlFault(
  control: Control,
  value: ControlValue,
): 'type' | 'range' | 'choice' | 'length' | null {
  switch (control.kind) {
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'type';
      return value >= control.min && value <= control.max ? null : 'range';
    case 'choice':
      return control.choices.some((choice) => choice === value) ? null : 'choice';
    case 'switch':
      return typeof value === 'boolean' ? null : 'type';
    case 'text':
      if (typeof value !== 'string') return 'type';
      return value.length <= control.max ? null : 'length';
    case 'picture':
      // a value with an image is set by the upload
      return value === '' ? null : 'type';
    case 'axes': {
      const held = readHeld(value);
      if (!held) return 'type';
      const isKnown = (names: readonly { name: string }[], name: string) =>
        names.some((one) => one.name === name);
      const fits =
        Object.keys(held.axes).every((name) => isKnown(control.axes, name)) &&
        held.buttons.every((name) => isKnown(control.buttons, name));
      return fits ? null : 'choice';
    }
    case 'video':
      // switched by its own message
      return 'type';
  }
}

/** Rounds a number to the nearest step of its range, without floating-point noise. */
export function nearestStep({ min, max, step }: NumberControl, value: number): number {
  const snapped = min + Math.round((value - min) / step) * step;
  return Math.min(max, Number(snapped.toPrecision(12)));
}

/** Value of a control set to an image, from the image's digest. */
export const pictureName = (digest: string) => `picture:${digest}`;

/** Sources of a video control. */
export const VIDEO_SOURCES = ['camera', 'screen'] as const;
export type VideoSource = (typeof VIDEO_SOURCES)[number];

/** Value in the timeline when a video control is switched: the source, or off. */
export const videoValue = (source: VideoSource | null) => `video:${source ?? 'off'}`;

/** The source that such a value names: null for off, undefined for any other value. */
export function videoSource(value: ControlValue): VideoSource | null | undefined {
  const [, source] = /^video:(camera|screen|off)$/.exec(String(value)) ?? [];
  return source === 'off' ? null : (source as VideoSource | undefined);
}

/** Digest of the image that a value refers to; null if it refers to none. */
export function pictureDigest(value: ControlValue): string | null {
  return /^picture:([0-9a-f]{32})$/.exec(String(value))?.[1] ?? null;
}
