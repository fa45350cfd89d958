import { z } from 'zod';
import type { ReportReason } from '../../dreams/contract/report-reasons.ts';
import { m } from '../../kit/texts/m.ts';
import { id, reason, searched, words } from './fields.ts';
import type { LinkState } from './reports.ts';
import type { DreamRow, DreamState, FpsStats } from './sessions.ts';

/** POST /api/admin/dream-data: everything about one dream, and operators' decisions about it */
export const dreamDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('findDreams'), words: searched }),
  z.strictObject({
    action: z.literal('findWords'),
    words: words(200).trim().min(3, { error: m.admin_dreams_error_short_search }),
  }),
  z.strictObject({ action: z.literal('getDream'), sessionId: id }),
  z.strictObject({ action: z.literal('giveBack'), sessionId: id, reason }),
  z.strictObject({ action: z.literal('watch'), sessionId: id, reason }),
  z.strictObject({ action: z.literal('closeAudience'), sessionId: id, reason }),
]);
export type GiveBackRequest = Extract<z.output<typeof dreamDataRequest>, { action: 'giveBack' }>;

/** One event in a dream's life, oldest first. */
export interface LifeEntry {
  at: string;
  what: string;
  /** the cause or the words, if any */
  detail: string | null;
}
export interface FoundDream extends DreamRow {
  user_email: string | null;
}
export interface FoundDreamsAnswer {
  dreams: FoundDream[];
}
export interface DreamAnswer extends DreamState, LinkState {
  dream_name: string | null;
  /** since when it counts, or why it doesn't */
  counted_text: string;
  /** its end and the report of its generator; null while it is live, and for older dreams */
  end: { reason: string | null; text: string | null; detail: string | null } | null;
  worker_id: string | null;
  node: string | null;
  generator: string | null;
  model: string | null;
  start_delay_seconds: number | null;
  gpu_seconds: number | null;
  frames: number | null;
  server_fps: FpsStats | null;
  client_fps: FpsStats | null;
  thumbnail_url: string | null;
  views: number;
  deleted_at: string | null;
  reports: { reason: ReportReason; message: string | null; at: string }[];
  recording: {
    seconds: number | null;
    bytes: number | null;
    /** number of attempts to make its video, and the last error */
    attempts: number | null;
    error: string | null;
  };
  life: LifeEntry[];
}
export interface CloseAudienceAnswer {
  /** false: it wasn't open */
  changed: boolean;
}
export interface GiveBackAnswer {
  /** false: it wasn't counted anyway */
  changed: boolean;
}
