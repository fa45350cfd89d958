import { z } from 'zod';
import { PROMPT_MAX, VIDEO_FPS_MAX, VIDEO_SIDE_MAX, VIDEO_SIDE_MIN } from './limits.ts';
import { AT_REST } from './steering.ts';

const MAX_CHOICES = 64;

const words = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u, 'must not hold control characters');
const named = {
  /** the generator's name for it */
  name: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'is lower-case letters, digits and underscores'),
  /** name for people */
  label: words(40),
  /** a short explanation, if the label isn't enough */
  hint: words(100).optional(),
  /** may change during the dream; otherwise only until the first prompt */
  live: z.boolean().default(false),
};
/** As in KeyboardEvent.code. Escape always leaves. */
const key = z.string().regex(/^(?!Escape$)[A-Z][A-Za-z0-9]{1,19}$/, 'is no key');
const name = named.name;
const figure = z.number().min(-1e12).max(1e12);

export const control = z.discriminatedUnion('kind', [
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
  /** its value is an uploaded image, or empty */
  z.object({ ...named, kind: z.literal('picture'), default: z.literal('').default('') }),
  /** steers by what is held on a keyboard, a gamepad or a touch stick (steering.ts); at rest by itself */
  z.object({
    ...named,
    kind: z.literal('axes'),
    axes: z
      .array(
        z.object({
          name,
          label: words(40),
          /** towards −1, and towards 1 */
          keys: z.tuple([key, key]).optional(),
          /** a stick of gamepads and of touch screens that moves it; down and right count up */
          stick: z.enum(['left-x', 'left-y', 'right-x', 'right-y']).optional(),
          /** a captured mouse moves it, too; its speed is the position */
          pointer: z.enum(['x', 'y']).optional(),
        }),
      )
      .min(1)
      .max(8),
    /** `pad`: number of the button in the standard gamepad layout */
    buttons: z
      .array(z.object({ name, label: words(40), key, pad: z.int().min(0).max(16).optional() }))
      .max(16)
      .default([]),
    default: z.literal(AT_REST).default(AT_REST),
  }),
  /** takes the person's camera or screen while it is on: JPEGs of this size, at most this many a second */
  z.object({
    ...named,
    kind: z.literal('video'),
    width: z.int().min(VIDEO_SIDE_MIN).max(VIDEO_SIDE_MAX),
    height: z.int().min(VIDEO_SIDE_MIN).max(VIDEO_SIDE_MAX),
    fps: z.number().min(1).max(VIDEO_FPS_MAX),
    /** without it, or a start image, nothing is generated */
    needed: z.boolean().optional(),
  }),
]);
