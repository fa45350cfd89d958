import type { z } from 'zod';

/** Parses JSON from another program; null for anything else. */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json));
  } catch {
    return null;
  }
}

/** Parses JSON that has a schema; null for anything else. */
export const readJson = <Schema extends z.ZodType>(schema: Schema, json: string): z.infer<Schema> | null =>
  schema.safeParse(parseJson(json)).data ?? null;
