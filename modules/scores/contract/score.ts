import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import { PROMPT_MAX } from '../../protocol/limits.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { AT_MAX, GO_ON, LOOP_MIN, SCORE_NAME_MAX, SHOTS_MAX, SOFT_MAX } from './limits.ts';

/** JSON may contain control characters and halves of surrogate pairs, which Postgres rejects or people can't see. */
export const line = (max: number) =>
  z
    .string()
    .max(4 * max)
    .transform((text) =>
      text
        .toWellFormed()
        .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim(),
    )
    .pipe(z.string().max(max));

const controls = z
  .record(plainText(64).regex(/^\P{Cs}+$/u), z.union([z.number(), z.boolean(), line(PROMPT_MAX)]))
  .refine((values) => Object.keys(values).length <= 32, { error: m.scores_error_controls });

const shot = z
  .strictObject({
    /** identifies the shot while its score is edited during a dream */
    id: z
      .string()
      .regex(/^[\w-]{1,32}$/)
      .optional(),
    /** seconds since the score started; `next`: the score waits for the dreamer */
    at: z.union([z.number().min(0).max(AT_MAX), z.literal('next')], { error: m.scores_error_at }),
    /** the exact frame, for generators that repeat dreams; it counts as long as the score plays without a pause */
    frame: z.int().min(1).max(0xffffffff).optional(),
    prompt: line(PROMPT_MAX).optional(),
    /** seconds of a soft transition; 0: a cut; default: the generator decides */
    soft: z.number().min(0).max(SOFT_MAX).optional(),
    /** control values, set just before the prompt */
    controls: controls.optional(),
    /** skipped while the score plays */
    muted: z.literal(true).optional(),
  })
  .refine(({ prompt, controls: values }) => prompt || Object.keys(values ?? {}).length > 0, {
    error: m.scores_error_empty_shot,
  });

/** Prompts and control changes of a dream in order, written in advance or made from a dream's timeline. */
export const score = z
  .strictObject({
    version: z.literal(1, { error: m.scores_error_version }),
    name: line(SCORE_NAME_MAX).optional(),
    /** control values from the start */
    controls: controls.optional(),
    /** starts again after this many seconds */
    loop: z.number().min(LOOP_MIN).max(AT_MAX).optional(),
    /** seconds of silence after which the language model continues the story */
    go_on: z.int().min(GO_ON.min).max(GO_ON.max).optional(),
    shots: z.array(shot).max(SHOTS_MAX, { error: () => m.scores_error_too_many({ max: SHOTS_MAX }) }),
  })
  .superRefine(({ shots }, context) => {
    let last = 0;
    for (const [index, { at }] of shots.entries()) {
      if (at === 'next') continue;
      if (at < last)
        context.addIssue({
          code: 'custom',
          path: ['shots', index, 'at'],
          message: m.scores_error_order({ n: index + 1 }),
        });
      last = at;
    }
  });
export type Score = z.output<typeof score>;
export type Shot = Score['shots'][number];
