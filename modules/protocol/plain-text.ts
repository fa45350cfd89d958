import { z } from 'zod';

/** Text without control characters, some of which Postgres can't store. */
export const plainText = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u, 'must not hold control characters');
