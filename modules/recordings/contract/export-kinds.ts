/** Shared with the browser, in a separate file so that the browser doesn’t load the validator. */

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
export const WHOLE_SECONDS = 3600;

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
