import { z } from 'zod';
import type { FpsData, ServerStatus } from '../../dreams/contract/schemas.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';
import { filterFields, id, page } from './fields.ts';
import { DEFAULT_PAGE_SIZE, PURGE_WORDS } from './limits.ts';
import { SESSION_FILTER } from './session-filter.ts';

export const sessionFilter = filterFields(SESSION_FILTER);

/** POST /api/admin/session-data */
export const sessionDataRequest = z.strictObject({
  action: z.literal('getAllSessions'),
  page,
  limit: z.number().int().min(1).max(100).default(DEFAULT_PAGE_SIZE),
  ...sessionFilter,
});

/** Frames per second over a dream's 10-second parts, with population variance; null without parts. */
export interface FpsStats {
  overall: number | null;
  min: number | null;
  max: number | null;
  variance: number | null;
}

/** A dream in a short list. */
export interface DreamRow {
  session_id: string;
  dream_name: string | null;
  asked_at: string;
  job_status: JobStatus;
}

export interface DreamState {
  session_id: string;
  job_status: JobStatus;
  /** state of its recording; null if there is none */
  server_status: ServerStatus | null;
  /** true if it counts against its owner's plan; dreams that never started, or that we ended, don't */
  counted: boolean;
  user_email: string | null;
  /** its owner is a guest, who has no account */
  is_guests: boolean;
  user_id: string;
  rp_job_id: string;
  /** people who watch it live; null if it isn't open to an audience */
  watching: number | null;
}
export interface SessionCard extends DreamState {
  rp_worker_id: string | null;
  server_fps_stats: FpsStats | null;
  client_fps_stats: FpsStats | null;
  pcie_stats: { h2d: number; d2h: number } | null;
  fps_data: FpsData | null;
  client_fps_data: FpsData | null;
  /** the speakers, in order; the words stay with the dream */
  conversation_history: { isUser: boolean }[];
  stream_start_time: string | null;
  initial_request_time: string | null;
  feedback_stars: number | null;
  feedback_message: string | null;
  feedback_created_at: string | null;
  /** null if it has none, or if a look at this dream requires a reason first */
  thumbnail_url: string | null;
  video_url: string | null;
  voice_recording_url: string | null;
  voice_recording_timestamp: string | null;
}
export interface SessionDataAnswer {
  sessions: SessionCard[];
  totalCount: number;
}

/** POST /api/admin/stop-session and /api/admin/compile-again */
export const sessionRequest = z.strictObject({ sessionId: id });
export interface StopAnswer {
  job_status: JobStatus;
  /** false: it had already ended, or isn't a session of this server */
  stopped: boolean;
}
export interface CompileAnswer {
  server_status: ServerStatus | null;
}

/**
 * POST /api/admin/purge-hidden: permanently deletes dreams past their retention; on a full disk, and if confirmed in
 * words, also those that their owners could still restore.
 */
export const purgeRequest = z.strictObject({
  action: z.enum(['count', 'purge']).default('purge'),
  everything: z.literal(PURGE_WORDS).optional(),
});
export interface HiddenCount {
  /** past their retention */
  due: number;
  /** can still be restored */
  waiting: number;
  /** days during which a deleted dream can be restored */
  days: number;
  disk_full: boolean;
}
export interface PurgedAnswer {
  purged: number;
}
