import type { z } from 'zod';

/** @returns null if it isn't JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads an engine's message; null for unknown ones. */
export const readJson = <Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | null =>
  schema.safeParse(parseJson(text)).data ?? null;
