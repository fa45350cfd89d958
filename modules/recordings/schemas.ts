import { z } from 'zod';

/** Kinds of files that a recording consists of and that may leave the place. */
export type MadeFileKind = 'video' | 'preview' | 'poster' | 'thumbnail' | 'filmstrip';

/** GET /api/check: either the number that a watermark holds, or the hash of a file */
export const checkQuery = z.union(
  [
    z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/i) }),
    z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/i) }),
  ],
  'Ask by the 16 hex digits of a watermark (id), or by the 64 of a file’s hash (sha256).',
);

/** Facts about a file that was made here: never whose it is. */
export interface CheckAnswer {
  /** it was made here */
  known: boolean;
  /** start of its dream, UTC without a zone */
  made_at: string | null;
  generator: string | null;
  /** drawn by a trained model, and not by a program such as the painter */
  ai: boolean | null;
}
