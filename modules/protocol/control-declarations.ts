import { z } from 'zod';
import { control } from './control-schemas.ts';
import { controlFault, hasValue } from './controls.ts';

/** More controls would make the panel too hard to use. */
const MAX_CONTROLS = 24;

/** Controls that a worker declares in its hello. */
export const controlDeclarations = z
  .array(
    control.refine((one) => !hasValue(one) || controlFault(one, one.default) === null, {
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
