import { z } from 'zod';

/** Files of a recording that people can download. */
export type MadeFileKind = 'video' | 'preview' | 'poster' | 'thumbnail' | 'filmstrip';

/** GET /api/check, by a watermark's number or a file's hash */
export const checkQuery = z.union(
  [
    z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/i) }),
    z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/i) }),
  ],
  'Ask by the 16 hex digits of a watermark (id), or by the 64 of a file’s hash (sha256).',
);

/** Facts about a file made here, never about its owner. */
export interface CheckAnswer {
  /** true if it was made here */
  known: boolean;
  /** start of the dream, UTC without a time zone */
  made_at: string | null;
  generator: string | null;
  /** made by a trained model rather than a program such as the painter */
  ai: boolean | null;
}
