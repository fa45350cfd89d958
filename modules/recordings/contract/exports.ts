import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import { EXPORT_FORMATS, isMoving, WHOLE_SECONDS } from './export-kinds.ts';

/** POST /api/sessions/:id/exports */
export const exportRequest = z
  .strictObject({
    format: z.enum(EXPORT_FORMATS, { error: () => m.recordings_export_error_format() }),
    /** start of the part, in seconds of the film */
    from: z
      .number({ error: () => m.recordings_export_error_from() })
      .min(0, { error: () => m.recordings_export_error_from() })
      .max(WHOLE_SECONDS, { error: () => m.recordings_export_error_from() })
      .default(0),
    /** its length; null for as much as the format allows */
    seconds: z
      .number({ error: () => m.recordings_export_error_seconds() })
      .min(0.5, { error: () => m.recordings_export_error_seconds() })
      .max(WHOLE_SECONDS, { error: () => m.recordings_export_error_seconds() })
      .nullable()
      .default(null),
    /** draws the prompts into the frames */
    captions: z.boolean({ error: () => m.recordings_export_error_captions() }).default(false),
  })
  .refine(({ format, captions }) => !captions || isMoving(format), {
    error: () => m.recordings_export_error_still_captions(),
  });
export type ExportRequest = z.infer<typeof exportRequest>;

export const exportAnswer = z.object({
  export_id: z.string(),
  format: z.enum(EXPORT_FORMATS),
  /** seconds of the film */
  from: z.number(),
  /** length in seconds; 0 for a still */
  seconds: z.number(),
  captions: z.boolean(),
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  /** 0–1 while it is running */
  progress: z.number().nullable(),
  /** why it failed, and what helps */
  fault: z.string().nullable(),
  bytes: z.number().nullable(),
  file_url: z.string().nullable(),
  /** when it will be deleted, UTC without a time zone */
  gone_at: z.string().nullable(),
});
export type ExportAnswer = z.infer<typeof exportAnswer>;

export const exportsAnswer = z.object({ exports: z.array(exportAnswer) });
export type ExportsAnswer = z.infer<typeof exportsAnswer>;
