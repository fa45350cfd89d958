import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import type { FilterOf, FilterTable } from './list-filter.ts';

/** Postgres rejects some control characters in text. */
export const words = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u, { error: m.admin_forms_error_control_characters });
export const id = words(64).min(1);
/** Pasted text often has surrounding spaces or line ends. */
export const searched = z.string().trim().pipe(words(254)).optional();
export const page = z.number().int().min(1).max(1_000_000).default(1);

/** A time in UTC, with or without its Z; a date means its first moment. */
export const moment = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/, {
    error: m.admin_forms_error_date,
  })
  .transform((value, context) => {
    const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(value) ? value : `${value}${value.length > 10 ? 'Z' : ''}`;
    const at = Date.parse(zoned.replace(' ', 'T'));
    if (Number.isNaN(at)) context.addIssue({ code: 'custom', message: m.admin_forms_error_date() });
    return at;
  })
  .optional();

const FIELD_SCHEMAS = {
  words: searched,
  number: z.number().min(0).max(10_000).optional(),
  moment,
  day: moment,
};

export const filterFields = <T extends FilterTable>(table: T) =>
  Object.fromEntries<unknown>(
    Object.entries(table).map(([name, field]) => [
      name,
      field.kind === 'choice' ? z.enum(Object.keys(field.choices)).optional() : FIELD_SCHEMAS[field.kind],
    ]),
  ) as { [F in keyof T]: z.ZodOptional<z.ZodType<NonNullable<FilterOf<T>[F]>>> };

/** Reason for a decision, which the user or the dream's owner can read. */
export const reason = z
  .string()
  .trim()
  .min(1, { error: m.admin_forms_error_reason_empty })
  .max(500, { error: m.admin_forms_error_reason_long })
  .regex(/^[^\0]*$/, { error: m.admin_forms_error_control_characters });
