import { z } from 'zod';
import { emailAddress } from '../../src/kit/email-address.ts';
import type { Finding } from '../../src/kit/settings/finding.ts';
import { ROLES, type Role } from '../auth/schemas.ts';
import { TIERS, type Tier } from '../auth/shared/tiers.ts';
import type { FpsData, ServerStatus } from '../dreams/schemas.ts';
import { JOB_STATUSES, type JobStatus } from '../protocol/job-statuses.ts';
import type { JobOutcome } from '../stream/shared/job-outcome.ts';
import {
  AUDIT_KINDS,
  type AuditKind,
  DEFAULT_PAGE_SIZE,
  FETCH_ALL,
  PURGE_WORDS,
  SETUP_PARTS,
} from './limits.ts';
import { SESSION_FIELDS, SESSION_FILTER, type SessionField } from './shared/session-filter.ts';

/** Postgres takes no control characters in all of its texts. */
const words = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u, 'must not hold control characters');
const id = words(64).min(1);
/** Pasted text often has a blank or a line end around it. */
const searched = z.string().trim().pipe(words(200)).optional();
const page = z.number().int().min(1).max(1_000_000).default(1);

/** A moment in UTC, with or without its Z; a day alone is its first moment. */
const moment = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/, 'is not a date')
  .transform((value, context) => {
    const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(value) ? value : `${value}${value.length > 10 ? 'Z' : ''}`;
    const at = Date.parse(zoned.replace(' ', 'T'));
    if (Number.isNaN(at)) context.addIssue({ code: 'custom', message: 'is not a date' });
    return at;
  })
  .optional();

const FIELD_SCHEMAS = {
  status: z.enum(JOB_STATUSES).optional(),
  words: searched,
  moment,
  fps: z.number().min(0).max(10_000).optional(),
};
type FieldSchemas = { [F in SessionField]: (typeof FIELD_SCHEMAS)[(typeof SESSION_FILTER)[F]['kind']] };
const sessionFilter = Object.fromEntries(
  SESSION_FIELDS.map((name) => [name, FIELD_SCHEMAS[SESSION_FILTER[name].kind]]),
) as FieldSchemas;

/** POST /api/admin/session-data */
export const sessionDataRequest = z.strictObject({
  action: z.literal('getAllSessions'),
  page,
  limit: z.number().int().min(1).max(100).default(DEFAULT_PAGE_SIZE),
  ...sessionFilter,
});
export type SessionFilter = Omit<z.output<typeof sessionDataRequest>, 'action' | 'page' | 'limit'>;

/** Frames a second over the 10-second parts of a dream; the population variance, and null without parts. */
export interface FpsStats {
  overall: number | null;
  min: number | null;
  max: number | null;
  variance: number | null;
}

export interface SessionCard {
  session_id: string;
  job_status: JobStatus;
  /** how far its recording is; null when there is none */
  server_status: ServerStatus | null;
  /** whether it counts against its person's plan; what never began, and what we ended, does not */
  counted: boolean;
  user_email: string | null;
  user_id: string;
  rp_job_id: string;
  rp_worker_id: string | null;
  server_fps_stats: FpsStats | null;
  client_fps_stats: FpsStats | null;
  pcie_stats: { h2d: number; d2h: number } | null;
  fps_data: FpsData | null;
  client_fps_data: FpsData | null;
  /** who spoke, in order; what was said stays with the dream */
  conversation_history: { isUser: boolean }[];
  stream_start_time: string | null;
  initial_request_time: string | null;
  feedback_stars: number | null;
  feedback_message: string | null;
  feedback_created_at: string | null;
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
  /** false: it had ended before, or is no session of this server */
  stopped: boolean;
}
export interface CompileAnswer {
  server_status: ServerStatus | null;
}

/**
 * POST /api/admin/purge-hidden: deletes for good what is past its days; on a full disk, asked for in words, also what
 * its owners could still bring back.
 */
export const purgeRequest = z.strictObject({
  action: z.enum(['count', 'purge']).default('purge'),
  everything: z.literal(PURGE_WORDS).optional(),
});
export interface HiddenCount {
  /** past their days */
  due: number;
  /** to be brought back still */
  waiting: number;
  /** that a deleted dream can be brought back */
  days: number;
  disk_full: boolean;
}
export interface PurgedAnswer {
  purged: number;
}

/**
 * Rights of a person as the caller last saw them: with anything else by now the answer is 409, with `user` as it is.
 */
const rights = z.strictObject({ role: z.enum(ROLES), subscription_tier: z.enum(TIERS).nullable() });
export type Rights = z.output<typeof rights>;

/** POST /api/admin/user-data */
export const userDataRequest = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('getAllUsers'),
    page,
    limit: z.number().int().min(1).max(FETCH_ALL).default(DEFAULT_PAGE_SIZE),
    email: searched,
    role: z.enum(ROLES).optional(),
  }),
  z.strictObject({
    action: z.literal('updateUserRole'),
    userId: id,
    role: z.enum(ROLES),
    basedOn: rights.optional(),
  }),
  z.strictObject({ action: z.literal('grantBeta'), userId: id }),
  z.strictObject({ action: z.literal('getUserHistory'), userId: id }),
]);
export interface UserFilter {
  email?: string | undefined;
  role?: Role | undefined;
}

export interface UserRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  picture: string | null;
  google_id: string | null;
  created_at: string;
  updated_at: string;
  subscription_tier?: Tier;
}
export interface UserDataAnswer {
  users: UserRow[];
  totalCount: number;
}

/** POST /api/admin/audit-data */
export const auditDataRequest = z.strictObject({
  action: z.literal('getAudit'),
  page,
  limit: z.number().int().min(1).max(100).default(DEFAULT_PAGE_SIZE),
  kind: z.enum(AUDIT_KINDS).optional(),
  /** part of an address: whose account it was, or who did it */
  person: searched,
  after: moment,
  before: moment,
});
export type AuditFilter = Omit<z.output<typeof auditDataRequest>, 'action' | 'page' | 'limit'>;

export interface AuditEntry {
  id: string;
  /** of several alike, the last one */
  at: string;
  kind: AuditKind;
  what: string;
  /** e-mail of whose account it was; null where that is nobody's or not known */
  person: string | null;
  /** e-mail of the admin who did it */
  by: string | null;
  address: string | null;
  device: string | null;
  /** how many alike in an hour */
  count: number;
}
export interface AuditDataAnswer {
  entries: AuditEntry[];
  totalCount: number;
}

/** One line of what was done to a person's account or with their dreams, the newest first. */
export interface HistoryEntry {
  at: string;
  what: string;
  /** e-mail of who did it; null for the program itself */
  by: string | null;
  /** network address that it came from */
  from: string | null;
}

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'A day is written as 2026-01-31.')
  .refine((value) => !Number.isNaN(Date.parse(value)), 'A day is written as 2026-01-31.');

/** POST /api/admin/summary-data; days without a zone, so the answer has one more at each side */
export const summaryDataRequest = z.strictObject({
  action: z.literal('getSummaryData'),
  startDate: day,
  endDate: day,
});

export interface StatusRow {
  status: JobStatus;
  /** start of a quarter of an hour, UTC; of an hour from five weeks on, and the middle of a day from 200 days on */
  date: string;
  count: number;
}
export interface GrowthRow {
  /** a day in UTC; the figures are those at its end */
  date: string;
  total_users: number;
  subscribed_users?: number | null;
}
export interface FpsRow {
  date: string;
  session_id: string;
  fps: number | null;
  client_fps: number | null;
  job_status: JobStatus;
  rp_worker_id: string | null;
  rp_job_id: string | null;
  user_id: string | null;
  fps_data: FpsData | null;
  client_fps_data: FpsData | null;
  pcie_data: { h2d: number; d2h: number } | null;
}
export interface SummaryAnswer {
  sessionStatus: StatusRow[];
  userGrowth: GrowthRow[];
  fpsData: FpsRow[];
  /** how many rows fpsData was taken from */
  sampledFrom: number;
}

/** POST /api/admin/setup-data: the setup of the place; a look whether a part works; a mail to the caller */
export const setupDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getParts') }),
  z.strictObject({ action: z.literal('test'), part: z.enum(SETUP_PARTS) }),
  z.strictObject({ action: z.literal('sendTestMail') }),
]);
export type SetupPartId = (typeof SETUP_PARTS)[number];

/** One part of the set-up: how it stands, and what would change that. */
export interface SetupPart {
  id: SetupPartId;
  title: string;
  /** nothing is missing for people from outside to use it */
  isSet: boolean;
  /** how it stands, in sentences without secrets */
  facts: string[];
  /** settings that are not set and that most places want, with what for */
  missing: { name: string; why: string }[];
  /** a command to copy, where one would do */
  command?: string;
}
export interface SetupAnswer {
  parts: SetupPart[];
}
export interface SetupTestAnswer {
  findings: Finding[];
}

/** POST /api/admin/worker-data: all workers, or what one of them is to do */
export const workerDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getWorkers') }),
  z.strictObject({ action: z.enum(['drain', 'resume', 'remove']), workerId: words(128).min(1) }),
]);
export type WorkerChange = Extract<z.output<typeof workerDataRequest>, { workerId: string }>;

/** Work of a worker in the last 24 hours. */
export interface WorkerDay {
  dreams: number;
  failures: number;
  /** mean of what its dreams waited from the request until it could draw */
  start_delay_seconds: number | null;
  gpu_seconds: number;
  /** by the price of a GPU's hour, where that is set */
  cost_usd: number | null;
}
export interface WorkerRow extends WorkerDay {
  /** of the connection, of which a worker may have several */
  id: string;
  worker_id: string;
  generator: string | null;
  version: string | null;
  /** gone: it was here within the last 24 hours */
  state: 'idle' | 'loading' | 'drawing' | 'resting' | 'stopping' | 'gone';
  draining: boolean;
  /** network address that it dialled from */
  address: string | null;
  /** when it came, or when its last dream ended */
  since: string;
  session_id: string | null;
  /** pictures a second, as it last measured */
  fps: number | null;
  note: string | null;
}
export interface GpuJobRow {
  id: string;
  rp_job_id: string | null;
  rp_worker_id: string | null;
  session_id: string;
  asked_at: string;
  /** from asking for it until its worker dialled in */
  start_delay_seconds: number | null;
  gpu_seconds: number | null;
  cost_usd: number | null;
  outcome: JobOutcome | 'starting' | 'drawing';
}
export interface WorkersAnswer {
  waiting: { queued: number; reason: string | null };
  workers: WorkerRow[];
  jobs: GpuJobRow[];
  /** of the last 24 hours, all workers and all jobs */
  day: WorkerDay & { jobs: number; failed_jobs: number };
  usd_per_hour: number | null;
}

const subject = words(300).trim().min(1, 'Please fill in both subject and content');
const content = z
  .string()
  .max(100_000)
  .refine(
    (text) => text.trim() !== '' && !text.includes('\u0000'),
    'Please fill in both subject and content',
  );

/** POST /api/admin/send-email */
export const sendEmailRequest = z.strictObject({
  to: emailAddress('to is not an e-mail address'),
  subject,
  html: content,
});
export type SendEmailRequest = z.output<typeof sendEmailRequest>;

/** Outcome of a single mail: one that waits is retried for a day, as a mail job of one. */
export interface MailedAnswer {
  ok: true;
  waiting?: true;
}

/** POST /api/admin/mail-jobs: to people, to everybody, or to everybody of one role */
export const mailJobRequest = z
  .strictObject({
    kind: z.enum(['marketing', 'service']),
    subject,
    content,
    audience: z.enum(['all', ...ROLES]).optional(),
    userIds: z.array(id).min(1, 'No users selected').max(10_000).optional(),
  })
  .refine(({ audience, userIds }) => (audience === undefined) !== (userIds === undefined), {
    message: 'Name either an audience or userIds.',
  });
export type MailJobRequest = z.output<typeof mailJobRequest>;

export interface MailJobProgress {
  id: string;
  subject: string;
  state: 'running' | 'completed' | 'cancelled';
  total: number;
  sent: number;
  failed: number;
  /** had unsubscribed */
  skipped: number;
  /** put off by their mail server; retried for a day */
  waiting: number;
}
export interface MailJobAnswer extends MailJobProgress {
  results: {
    successful: string[];
    failed: { email: string; error: string }[];
    /** the mail server's words, and when it is asked again (UTC) */
    waiting: { email: string; error: string; retry_at: string }[];
  };
  /** addresses whose turn had not come when it was cancelled */
  unreached: string[];
}
