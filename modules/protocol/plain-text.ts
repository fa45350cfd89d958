import { z } from 'zod';

/** Any text without control characters, which Postgres can't store all of. */
export const plainText = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u, 'must not hold control characters');
