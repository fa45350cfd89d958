import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';

const LARGEST = 100_000;
const size = z.coerce
  .number({ error: m.dreams_error_embed_size })
  .int({ error: m.dreams_error_embed_size })
  .min(1, { error: m.dreams_error_embed_size })
  .max(LARGEST)
  .default(LARGEST);

/** GET /api/oembed; other formats answer 501 */
export const oembedQuery = z.object({
  url: z.string({ error: m.dreams_error_embed_url }),
  format: z.string().default('json'),
  maxwidth: size,
  maxheight: size,
});

/** As https://oembed.com describes it. */
export const oembedAnswer = z.object({
  version: z.literal('1.0'),
  type: z.literal('video'),
  provider_name: z.string(),
  provider_url: z.string(),
  title: z.string(),
  html: z.string(),
  width: z.number(),
  height: z.number(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.number().optional(),
  thumbnail_height: z.number().optional(),
});
export type OembedAnswer = z.infer<typeof oembedAnswer>;
