import { z } from 'zod';
import type { ReportReason } from '../../dreams/contract/report-reasons.ts';
import type { ServerStatus } from '../../dreams/contract/schemas.ts';
import { m } from '../../kit/texts/m.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';
import { id, reason, searched, words } from './fields.ts';
import type { FpsStats } from './sessions.ts';

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
export interface FoundDream {
  session_id: string;
  dream_name: string | null;
  user_email: string | null;
  asked_at: string;
  job_status: JobStatus;
}
export interface FoundDreamsAnswer {
  dreams: FoundDream[];
}
export interface DreamAnswer {
  session_id: string;
  dream_name: string | null;
  user_id: string;
  user_email: string | null;
  /** its owner is a guest, who has no account */
  is_guests: boolean;
  job_status: JobStatus;
  server_status: ServerStatus | null;
  /** true if it counts against its owner's plan; `counted_text` says why not */
  counted: boolean;
  counted_text: string;
  /** its end and the report of its generator; null while it is live, and for older dreams */
  end: { reason: string | null; text: string | null; detail: string | null } | null;
  rp_job_id: string;
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
  /** people who watch it live; null if it isn't open to an audience */
  watching: number | null;
  shared: boolean;
  taken_down: { reason: string; at: string } | null;
  /** holds that keep its link closed until an operator has looked */
  holds: { reason: string; at: string }[];
  removed: { reason: string; at: string } | null;
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
