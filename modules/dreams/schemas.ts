import { z } from 'zod';
import { emailAddress } from '../../src/kit/email-address.ts';
import { FEEDBACK_MAX, NAME_MAX, REPORT_MAX, SEARCH_MAX } from './limits.ts';
import { oneLine, visibleName } from './shared/name-key.ts';
import { MONTH, NARROWINGS } from './shared/narrowing.ts';
import { REPORT_REASONS } from './shared/report-reasons.ts';

/** Times are UTC without a zone suffix, e.g. `2026-03-01T12:00:00.000`. */
const utc = z.string().nullable();

/** Frames a second by 10-second bin (key: seconds since the start), plus `overall`. */
export type FpsData = Record<string, number>;

export const SERVER_STATUSES = ['PROCESSING', 'READY', 'FAILED', 'EMPTY'] as const;
/** State of a dream's recording; null while it is live. */
export type ServerStatus = (typeof SERVER_STATUSES)[number];

/** One dream as the dreamboard and the session page see it. A finished job reads COMPLETED here. */
export const session = z.object({
  session_id: z.string(),
  rp_job_id: z.string().nullable(),
  dream_name: z.string().nullable(),
  /** what it might be called, while it has no name */
  proposed_name: z.string().optional(),
  thumbnail_url: z.string().nullable(),
  /** a few silent seconds of the video */
  preview_url: z.string().nullable(),
  video_url: z.string().nullable(),
  stream_start_time: utc,
  initial_request_time: utc,
  stream_end_time: utc,
  job_status: z.string(),
  server_status: z.enum(SERVER_STATUSES).nullable(),
  is_bookmarked: z.boolean(),
  /** whether the public link is open */
  shared: z.boolean(),
  /** of the video; null while there is none */
  duration_seconds: z.number().nullable(),
  /** in lists, while the video is being made and reports it: its progress, 0–1 */
  compile_progress: z.number().optional(),
});
export type Session = z.infer<typeof session>;

/** GET /api/sessions */
export const sessionsAnswer = z.object({
  sessions: z.array(session),
  activeSession: session.nullable(),
  nextCursor: z.string().nullable(),
});
export type SessionsAnswer = z.infer<typeof sessionsAnswer>;

/** GET /api/sessions/{id} */
export const sessionDetail = session.extend({
  /** whether the caller owns it */
  is_owner: z.boolean(),
  /** why an operator closed its link; null where none has */
  taken_down: z.string().nullable(),
  /** drawn by a trained model, and not by a program such as the painter */
  is_ai: z.boolean(),
  poster_url: z.string().nullable(),
  filmstrip_url: z.string().nullable(),
  /** for its owner: how often others opened the public link, each visitor once a day */
  view_count: z.number().optional(),
  /** for admins: how often it was reported */
  report_count: z.number().optional(),
});
export type SessionDetail = z.infer<typeof sessionDetail>;

/** A prompt and the second of the video at which it reached the picture. */
export interface PromptMark {
  id: string;
  text: string;
  /** null when a newer prompt superseded it */
  at: number | null;
  /** UTC without a zone suffix */
  timestamp: string;
  /** why it was not drawn, where no newer one superseded it */
  note?: string;
}

/** A turn of a control, and the second of the video after which it shows. */
export interface ControlMark {
  /** order within the dream */
  position: number;
  /** `Motion: 0.5` */
  text: string;
  /** the address of the picture that it was set to, where it was set to one */
  picture: string | null;
  /** 0 for what was set before the first picture */
  at: number;
}

export const renameRequest = z.strictObject({
  dream_name: z
    .string()
    .transform((name) => visibleName(oneLine(name)))
    .pipe(
      z
        .string()
        .min(1, 'Name cannot be empty')
        .refine((name) => [...name].length <= NAME_MAX, `Name cannot be longer than ${NAME_MAX} characters`),
    ),
});
export const sharingRequest = z.strictObject({ shared: z.boolean() });

export const sessionId = z.string('session_id is missing').min(1, 'session_id is missing').max(64);
export const bookmarkRequest = z.strictObject({ session_id: sessionId });
const STARS = 'stars is a whole number from 1 to 5';
/** POST /api/feedback; blank messages count as none */
export const feedbackRequest = z.strictObject({
  session_id: sessionId,
  stars: z.int(STARS).min(1, STARS).max(5, STARS),
  feedback_message: z
    .string()
    .transform((message) => message.replaceAll('\0', ' ').trim())
    .pipe(z.string().max(FEEDBACK_MAX, `A message has at most ${FEEDBACK_MAX} characters.`))
    .nullish()
    .transform((message) => message || null),
});

/** POST /api/d/{id}/report, as JSON or as a form */
export const reportRequest = z.strictObject({
  reason: z.enum(REPORT_REASONS, 'Please choose a reason.'),
  message: z
    .string()
    .transform((message) => message.replaceAll('\0', ' ').trim())
    .pipe(z.string().max(REPORT_MAX, `A message has at most ${REPORT_MAX} characters.`))
    .nullish()
    .transform((message) => message || null),
  /** where the receipt and the decision go */
  contact: z
    .union([z.literal(''), emailAddress('Please enter a valid e-mail address, or none.')])
    .nullish()
    .transform((contact) => contact || null),
});
export type ReportRequest = z.output<typeof reportRequest>;

export const SORT_ORDERS = ['newest', 'oldest', 'name-asc', 'name-desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** GET /api/sessions?cursor=&sort=&q= and what `shared/narrowing.ts` has; `_t` only keeps caches away */
export const sessionsQuery = z.object({
  cursor: z.string().max(1024, 'cursor is not one of ours').optional(),
  sort: z.enum(SORT_ORDERS, 'sort is newest, oldest, name-asc or name-desc').default('newest'),
  q: z
    .string()
    .max(SEARCH_MAX, `A search has at most ${SEARCH_MAX} characters.`)
    .transform((text) => text.replaceAll('\0', ' ').trim())
    .optional(),
  bookmarked: z.enum(NARROWINGS.bookmarked, 'bookmarked is yes or no').optional(),
  shared: z.enum(NARROWINGS.shared, 'shared is yes or no').optional(),
  named: z.enum(NARROWINGS.named, 'named is yes or no').optional(),
  length: z.enum(NARROWINGS.length, 'length is short, medium or long').optional(),
  month: z.string().regex(MONTH, 'month is a year and a month, such as 2026-03').optional(),
});
export type SessionsQuery = z.output<typeof sessionsQuery>;

/** GET /api/sessions/months, narrowed like the list, but for the month itself */
export const monthsQuery = sessionsQuery.omit({ cursor: true, sort: true, month: true });
/** A month (UTC, `2026-03`) and how many of the dreams it has. */
export interface MonthCount {
  month: string;
  count: number;
}
/** the latest first */
export interface MonthsAnswer {
  months: MonthCount[];
}

/** GET /api/sessions/{id}/neighbours, asked like the list that they stand in */
export const neighboursQuery = sessionsQuery.omit({ cursor: true });
export type NeighboursQuery = z.output<typeof neighboursQuery>;
export type Neighbour = Pick<Session, 'session_id' | 'dream_name'>;
export interface Neighbours {
  previous: Neighbour | null;
  next: Neighbour | null;
}
