import { z } from 'zod';
import { type Control, controlFault, hasValue } from './controls.ts';
import { PROMPT_MAX, VIDEO_FPS_MAX, VIDEO_SIDE_MAX, VIDEO_SIDE_MIN } from './limits.ts';
import { AT_REST } from './steering.ts';

/** More controls would make the panel too hard to use. */
const MAX_CONTROLS = 24;
const MAX_CHOICES = 64;

const words = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u, 'must not hold control characters');
const named = {
  name: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'is lower-case letters, digits and underscores'),
  label: words(40),
  hint: words(100).optional(),
  live: z.boolean().default(false),
};
/** As in KeyboardEvent.code. Escape always leaves. */
const key = z.string().regex(/^(?!Escape$)[A-Z][A-Za-z0-9]{1,19}$/, 'is no key');
const name = named.name;
const figure = z.number().min(-1e12).max(1e12);

const control = z.discriminatedUnion('kind', [
  z.object({
    ...named,
    kind: z.literal('number'),
    min: figure,
    max: figure,
    step: figure.positive(),
    default: figure,
  }),
  z.object({
    ...named,
    kind: z.literal('choice'),
    choices: z.array(words(60)).min(1).max(MAX_CHOICES),
    default: words(60),
  }),
  z.object({ ...named, kind: z.literal('switch'), default: z.boolean() }),
  z.object({
    ...named,
    kind: z.literal('text'),
    max: z.int().min(1).max(PROMPT_MAX).default(PROMPT_MAX),
    default: z.string().max(PROMPT_MAX).default(''),
  }),
  z.object({ ...named, kind: z.literal('picture'), default: z.literal('').default('') }),
  z.object({
    ...named,
    kind: z.literal('axes'),
    axes: z
      .array(
        z.object({
          name,
          label: words(40),
          keys: z.tuple([key, key]).optional(),
          stick: z.enum(['left-x', 'left-y', 'right-x', 'right-y']).optional(),
          pointer: z.enum(['x', 'y']).optional(),
        }),
      )
      .min(1)
      .max(8),
    buttons: z
      .array(z.object({ name, label: words(40), key, pad: z.int().min(0).max(16).optional() }))
      .max(16)
      .default([]),
    default: z.literal(AT_REST).default(AT_REST),
  }),
  z.object({
    ...named,
    kind: z.literal('video'),
    width: z.int().min(VIDEO_SIDE_MIN).max(VIDEO_SIDE_MAX),
    height: z.int().min(VIDEO_SIDE_MIN).max(VIDEO_SIDE_MAX),
    fps: z.number().min(1).max(VIDEO_FPS_MAX),
    needed: z.boolean().optional(),
  }),
]);

/** Controls that a worker declares in its hello. */
export const controlDeclarations = z
  .array(
    control.refine((one: Control) => !hasValue(one) || controlFault(one, one.default) === null, {
      message: 'the default is none of its values',
      path: ['default'],
    }),
  )
  .max(MAX_CONTROLS)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'two controls have one name');

/** The worker gets an image as a data URI: a JPEG in frame size, with room to spare. */
const PICTURE_MAX_CHARACTERS = 2 * 1024 * 1024;

/** A control's value as sent to a worker. */
export const workerControlValue = z.union([z.number(), z.boolean(), z.string().max(PICTURE_MAX_CHARACTERS)]);
