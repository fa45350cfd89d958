import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';

interface ExportKind {
  /** file name's ending */
  ending: string;
  type: 'image/gif' | 'image/webp' | 'image/png' | 'image/jpeg' | 'video/mp4';
  /** longest part of a film, in seconds; 0 for a single frame */
  maxSeconds: number;
  /** largest size in pixels */
  width: number;
  height: number;
}

/** Long enough for every dream. */
const WHOLE_SECONDS = 3600;

/** Formats that a film can be converted to. */
export const EXPORT_KINDS = {
  gif: { ending: 'gif', type: 'image/gif', maxSeconds: 8, width: 480, height: 270 },
  webp: { ending: 'webp', type: 'image/webp', maxSeconds: 10, width: 640, height: 360 },
  vertical: { ending: 'mp4', type: 'video/mp4', maxSeconds: WHOLE_SECONDS, width: 720, height: 1280 },
  mp4: { ending: 'mp4', type: 'video/mp4', maxSeconds: WHOLE_SECONDS, width: 1280, height: 720 },
  png: { ending: 'png', type: 'image/png', maxSeconds: 0, width: 1280, height: 720 },
  jpeg: { ending: 'jpg', type: 'image/jpeg', maxSeconds: 0, width: 1280, height: 720 },
} as const satisfies Record<string, ExportKind>;

export type ExportFormat = keyof typeof EXPORT_KINDS;
export const EXPORT_FORMATS = Object.keys(EXPORT_KINDS) as ExportFormat[];

/** True for formats that show a part of the film rather than a single frame. */
export const isMoving = (format: ExportFormat): boolean => EXPORT_KINDS[format].maxSeconds > 0;

/** Unfinished exports per person. */
export const EXPORTS_AT_ONCE = 3;
/** Finished exports kept per person; a further one replaces the oldest. */
export const EXPORTS_KEPT = 12;
export const EXPORT_KEPT_DAYS = 7;

/** Why an export couldn't be made. */
export const EXPORT_FAULTS = ['damaged', 'no-film', 'disk', 'time', 'memory', 'font', 'failed'] as const;
export type ExportFault = (typeof EXPORT_FAULTS)[number];

/** POST /api/sessions/:id/exports */
export const exportRequest = z
  .strictObject({
    format: z.enum(EXPORT_FORMATS, { error: () => m.recordings_export_error_format() }),
    /** where it starts, in seconds of the film */
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
