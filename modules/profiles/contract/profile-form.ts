import { z } from 'zod';
import { replaceBannedWords } from '../../dreams/contract/banned-words.ts';
import { oneLine, visibleName } from '../../dreams/contract/names.ts';
import { m } from '../../kit/texts/m.ts';
import { readHandle } from './handle.ts';
import { BIO_MAX, PROFILE_NAME_MAX } from './limits.ts';

const line = (text: string) => visibleName(replaceBannedWords(oneLine(text)));
/** Trims lines and collapses blank ones. */
const lines = (text: string) =>
  replaceBannedWords(text.replaceAll('\r\n', '\n'))
    .split('\n')
    .map((one) => oneLine(one).trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
const short = (max: number) =>
  z.string().refine((text) => [...text].length <= max, { error: () => m.profiles_error_long({ max }) });
const orNull = (text: string) => text || null;

/** POST /settings/profile */
export const profileForm = z.object({
  open: z
    .string()
    .optional()
    .transform((value) => value === 'yes'),
  handle: z.string().max(100).default('').transform(readHandle),
  name: z.string().max(500).default('').transform(line).pipe(short(PROFILE_NAME_MAX)).transform(orNull),
  bio: z
    .string()
    .max(1000, { error: () => m.profiles_error_long({ max: BIO_MAX }) })
    .default('')
    .transform(lines)
    .pipe(short(BIO_MAX))
    .transform((text) => visibleName(text) || null),
  collection: z.string().max(64).default('').transform(orNull),
});
export type ProfileForm = z.output<typeof profileForm>;
