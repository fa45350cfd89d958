import type { Context } from 'hono';
import type { z } from 'zod';
import { AppError, badRequest } from '../errors.ts';
import { plainSentence } from '../plain-fault.ts';
import { m } from '../texts/m.ts';

/**
 * Parses and validates a JSON body; an empty body counts as `{}`.
 * @throws AppError 415 for another content type, 400 for bad JSON or an invalid field
 */
export async function jsonBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const text = await c.req.text();
  if (text === '') return check(schema, {});
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new AppError(415, 'media-type', m.kit_error_json_type());
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest(m.kit_error_json());
  }
  return check(schema, value);
}

/** @throws AppError 400 naming the first invalid field */
export function check<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { error: plainSentence });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') || undefined;
  throw new AppError(400, 'bad-request', issue?.message ?? m.kit_error_invalid(), {
    extra: field ? { field } : {},
  });
}

/** True for a person who opened the address in a browser, false for an API client. */
export const wantsHtml = (c: Context) => c.req.header('accept')?.includes('text/html') ?? false;
