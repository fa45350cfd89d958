import { sql } from 'drizzle-orm';
import {
  big,
  flag,
  index,
  instant,
  integer,
  json,
  primaryKey,
  real,
  table,
  text,
  uniqueIndex,
} from '../../db/columns.ts';
import { byBytes } from '../../db/dialect.ts';
import { users } from '../auth/tables.ts';
import type { ControlValue } from '../protocol/controls.ts';
import type { JobStatus } from '../protocol/job-statuses.ts';
import type { FpsData, ServerStatus } from './schemas.ts';
import type { EndReason } from './shared/dream-end.ts';
import type { EvidenceFacts, ReportDecision, ReportReason } from './shared/report-reasons.ts';

export type { FpsData };

/** In the words of the indexes, so that they are used. */
const ON_BOARD = sql`hidden_at is null and started_at is not null`;
export const ACTIVE = sql`job_status in ('PENDING', 'RUNNING')`;
export const HELD = sql`(reports_held_at is not null or flagged_held_at is not null or unchecked_held_at is not null)`;
export const UNSHARED = sql`not shared`;
export const WORDS_DUE = sql`words_due > 0 and started_at is not null`;
export const UNNAMED = '(case when name_key is null then 1 else 0 end)';
export const NAME = byBytes('name_key');

/** A dream: one stream session, from the request on, with its recording. */
export const dreams = table(
  'dreams',
  {
    /** session_id: 128 random bits, since links with it are shared */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** in lower case, whichever provider it comes from: it is searched as it is */
    rpJobId: text('rp_job_id').notNull(),
    name: text('name'),
    /** the name as lists are ordered by it, see nameKey(); null while unnamed */
    nameKey: text('name_key'),
    /** what the language model would call it; without one the first prompt is proposed */
    proposedName: text('proposed_name'),
    jobStatus: text('job_status').$type<JobStatus>().notNull(),
    serverStatus: text('server_status').$type<ServerStatus>(),
    /** what ended it or made it fail, in words for the person */
    endText: text('end_text'),
    /** which of END_RULES ended it; null for dreams from before it was stored */
    endReason: text('end_reason').$type<EndReason>(),
    /** what its generator said of a failure, for operators */
    endDetail: text('end_detail'),
    /** when an answer first carried a failure to the person */
    failureReportedAt: instant('failure_told_at'),
    requestedAt: instant('requested_at').notNull(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** set with the first frame; usage is counted from it */
    chargedAt: instant('charged_at'),
    limitSeconds: integer('limit_seconds').notNull(),
    seed: big('seed').notNull(),
    /** random number in the pixels of its frames; null for dreams from before it was stored, see watermarkOf() */
    watermark: text('watermark'),
    /** the server that has its room */
    node: text('node'),
    /** a worker of that server has taken it, where several servers share one line */
    claimedAt: instant('claimed_at'),
    workerId: text('worker_id'),
    generator: text('generator'),
    generatorVersion: text('generator_version'),
    /** null for dreams from before it was stored */
    isAi: flag('is_ai'),
    model: text('model'),
    licence: text('licence'),
    gpuSeconds: real('gpu_seconds'),
    /** from the request until its worker could draw */
    startDelayMs: integer('start_delay_ms'),
    frames: integer('frames'),
    fpsData: json<FpsData>('fps_data'),
    clientFpsData: json<FpsData>('client_fps_data'),
    pcieData: json<{ h2d: number; d2h: number }>('pcie_data'),
    serverFps: real('server_fps'),
    clientFps: real('client_fps'),
    videoKey: text('video_key'),
    thumbnailKey: text('thumbnail_key'),
    posterKey: text('poster_key'),
    /** a few muted seconds for the dreamboard */
    previewKey: text('preview_key'),
    /** one picture of evenly spaced moments, side by side */
    filmstripKey: text('filmstrip_key'),
    videoBytes: big('video_bytes'),
    durationMs: integer('duration_ms'),
    voiceKey: text('voice_key'),
    voiceAt: instant('voice_at'),
    /** how long its conversation is, in characters */
    textChars: integer('text_chars').notNull().default(0),
    /** of all its voice recordings */
    voiceBytes: big('voice_bytes'),
    /** changes of its name and of what was said in it since these are in dreamWords; 0 when all are */
    wordsDue: integer('words_due').notNull().default(1),
    /** its owner's wish alone; see isLinkOpen() for who else closes a link */
    shared: flag('shared').notNull().default(true),
    /** an operator closed its link, and why; null while nobody has */
    takenDownAt: instant('taken_down_at'),
    takenDownReason: text('taken_down_reason'),
    /** holds on its link until an operator has looked: by reports, by a flagged frame, by frames that could not be checked */
    reportsHeldAt: instant('reports_held_at'),
    flaggedHeldAt: instant('flagged_held_at'),
    uncheckedHeldAt: instant('unchecked_held_at'),
    /** an operator took all of it away, and why: out of its owner's sight as well; null while nobody has */
    removedAt: instant('removed_at'),
    removedReason: text('removed_reason'),
    /** deleted by its owner, or by the days that their plan keeps dreams */
    hiddenAt: instant('hidden_at'),
  },
  (t) => [
    uniqueIndex('dreams_job').on(t.rpJobId),
    uniqueIndex('dreams_one_active').on(t.userId).where(ACTIVE),
    index('dreams_active').on(t.node).where(ACTIVE),
    index('dreams_waiting').on(t.requestedAt, t.id).where(sql`job_status = 'PENDING' and claimed_at is null`),
    index('dreams_processing').on(t.endedAt).where(sql`server_status = 'PROCESSING'`),
    index('dreams_taken_down').on(t.takenDownAt).where(sql`taken_down_at is not null`),
    index('dreams_held').on(t.id).where(HELD),
    index('dreams_unshared').on(t.id).where(UNSHARED),
    index('dreams_removed').on(t.removedAt).where(sql`removed_at is not null`),
    index('dreams_removed_of').on(t.userId, t.id).where(sql`removed_at is not null`),
    index('dreams_user_requested').on(t.userId, t.requestedAt),
    index('dreams_user_charged').on(t.userId, t.chargedAt),
    index('dreams_status_requested').on(t.jobStatus, t.requestedAt),
    index('dreams_requested').on(t.requestedAt),
    // The admin's filters are counted by day from an index alone, without touching a row: each kind of them from
    // a narrow one, mixtures from the wide one. Postgres reads expressions from an index only where their columns
    // are in it, too.
    index('dreams_recordings_failed')
      .on(sql`(requested_at / 86400000)`, t.requestedAt)
      .where(sql`server_status = 'FAILED'`),
    index('dreams_admin_jobs').on(sql`(requested_at / 86400000)`, t.rpJobId, t.requestedAt),
    index('dreams_admin_speeds').on(sql`(requested_at / 86400000)`, t.serverFps, t.clientFps, t.requestedAt),
    index('dreams_admin').on(
      sql`(requested_at / 86400000)`,
      t.jobStatus,
      t.serverFps,
      t.clientFps,
      t.rpJobId,
      t.requestedAt,
    ),
    // The same for some workers, beside anything else that a filter has: of these alone, since there are few workers.
    index('dreams_worker').on(
      sql`lower(worker_id)`,
      t.requestedAt,
      t.jobStatus,
      t.serverFps,
      t.clientFps,
      t.rpJobId,
      t.workerId,
    ),
    // Operators look dreams up by it; without an index a search that finds nothing reads all of them.
    index('dreams_name').on(t.nameKey, t.requestedAt).where(sql`name_key is not null`),
    index('dreams_measured')
      .on(t.requestedAt, t.serverFps, t.clientFps, t.id)
      .where(sql`server_fps > 0 or client_fps > 0`),
    index('dreams_sampled')
      .on(t.requestedAt, t.id)
      .where(sql`id < '04' and (server_fps > 0 or client_fps > 0)`),
    index('dreams_cost').on(t.requestedAt, t.gpuSeconds, t.userId).where(sql`gpu_seconds > 0`),
    index('dreams_hidden').on(t.hiddenAt).where(sql`hidden_at is not null`),
    // The orders of a person's board, read from where a page begins.
    index('dreams_board').on(t.userId, sql`started_at desc`, t.id).where(ON_BOARD),
    index('dreams_board_names')
      .on(t.userId, sql.raw(UNNAMED), sql.raw(NAME), sql`started_at desc`, t.id)
      .where(ON_BOARD),
    index('dreams_board_names_down')
      .on(t.userId, sql.raw(`${UNNAMED} desc`), sql.raw(`${NAME} desc`), sql`started_at desc`, t.id)
      .where(ON_BOARD),
    index('dreams_words_due').on(t.userId, t.id).where(WORDS_DUE),
  ],
);

/**
 * Number of ended dreams that were asked for in each day and each quarter of an hour (UTC). Triggers on `dreams` keep
 * it; the few that have not ended are counted where they are.
 */
export const dreamCounts = table(
  'dream_counts',
  {
    /** ms: a day or a quarter of an hour */
    span: integer('span').notNull(),
    /** its start */
    at: instant('at').notNull(),
    jobStatus: text('job_status').$type<JobStatus>().notNull(),
    n: integer('n').notNull(),
    /** dreams among them with a measured speed */
    measured: integer('measured').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.span, t.at, t.jobStatus] })],
);

/** The prompt timeline: replay, captions and re-dreaming live on it. */
export const dreamPrompts = table(
  'dream_prompts',
  {
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id),
    /** order of arrival within the dream, from 1 */
    position: integer('position').notNull(),
    /** the viewer's id for it, or one of ours */
    clientId: text('client_id').notNull(),
    text: text('text').notNull(),
    /** its verdict is due; the dream may end before one comes, and nothing of the prompt is drawn then */
    checking: flag('checking').notNull().default(false),
    sentAt: instant('sent_at').notNull(),
    /** where it reached the picture; null when a newer one superseded it */
    frameId: big('frame_id'),
    shownAt: instant('shown_at'),
  },
  (t) => [primaryKey({ columns: [t.dreamId, t.position] })],
);

/** Turns of controls while it went on, in order; the values before are those that the generator starts with. */
export const dreamControls = table(
  'dream_controls',
  {
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id),
    /** order within the dream, from 1 */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** what people know it as */
    label: text('label').notNull(),
    value: json<ControlValue>('value').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** the last picture before it; null before the first */
    frameId: big('frame_id'),
  },
  (t) => [primaryKey({ columns: [t.dreamId, t.position] })],
);

export const conversationMessages = table(
  'conversation_messages',
  {
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id),
    id: text('id').notNull(),
    text: text('text').notNull(),
    isUser: flag('is_user').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.dreamId, t.id] }),
    index('conversation_messages_order').on(t.dreamId, t.at),
  ],
);

/** A dream's name and all that was said in it, as searches compare it: read by person, one row a dream. */
export const dreamWords = table(
  'dream_words',
  {
    dreamId: text('dream_id')
      .primaryKey()
      .references(() => dreams.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    /** one line for each text, none of them twice */
    folded: text('folded').notNull(),
  },
  (t) => [index('dream_words_user').on(t.userId)],
);

export const feedback = table(
  'feedback',
  {
    dreamId: text('dream_id')
      .primaryKey()
      .references(() => dreams.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    stars: integer('stars').notNull(),
    message: text('message'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('feedback_user').on(t.userId)],
);

export const bookmarks = table(
  'bookmarks',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.dreamId] }), index('bookmarks_dream').on(t.dreamId)],
);

/** Reports of a public link's visitors. */
export const dreamReports = table(
  'dream_reports',
  {
    id: text('id').primaryKey(),
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id, { onDelete: 'cascade' }),
    reason: text('reason').$type<ReportReason>().notNull(),
    message: text('message'),
    /** the reporter, when signed in; this, the next two and the message go with the decision */
    userId: text('user_id'),
    /** distinguishes reporters, as visitors are for a day; null of earlier versions */
    reporter: text('reporter'),
    /** address to which the receipt and the decision are mailed; null where none was left */
    contact: text('contact'),
    /** when an operator decided, and what; null until then, the latter also of earlier versions */
    seenAt: instant('seen_at'),
    decision: text('decision').$type<ReportDecision>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('dream_reports_dream').on(t.dreamId, t.createdAt)],
);

/**
 * Facts about dreams that the law has kept for a while, apart from their rows, which go before. Their files lie under
 * `evidence/ID/`.
 */
export const reportEvidence = table(
  'report_evidence',
  {
    /** id of the dream, which may be gone */
    id: text('id').primaryKey(),
    facts: json<EvidenceFacts>('facts').notNull(),
    createdAt: instant('created_at').notNull(),
    /** all of it is erased after this */
    keptUntil: instant('kept_until').notNull(),
    /** its files are here */
    filesAt: instant('files_at'),
  },
  (t) => [index('report_evidence_until').on(t.keptUntil)],
);

/** Number of openings of a public link by others, see count-view.ts; none without a row. */
export const dreamViews = table('dream_views', {
  dreamId: text('dream_id')
    .primaryKey()
    .references(() => dreams.id, { onDelete: 'cascade' }),
  views: integer('views').notNull(),
});

/** Visitors that were counted already today, as hashes that nobody can undo once the day's salt is gone. */
export const dreamVisitors = table(
  'dream_visitors',
  {
    /** days since the epoch, UTC */
    day: integer('day').notNull(),
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id, { onDelete: 'cascade' }),
    visitor: text('visitor').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.dreamId, t.visitor] }),
    index('dream_visitors_dream').on(t.dreamId),
  ],
);

export const visitorSalts = table('visitor_salts', {
  day: integer('day').primaryKey(),
  salt: text('salt').notNull(),
});

/** Streams that were used and whose dreams are purged since: they go on counting against the plan. */
export const spentStreams = table(
  'spent_streams',
  {
    /** of its own */
    id: text('dream_id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** start of the day (UTC): the moment would lead to the files of the dream in the content log */
    chargedAt: instant('charged_at').notNull(),
  },
  (t) => [index('spent_streams_user').on(t.userId, t.chargedAt)],
);

/** Streams that operators gave, beside those of the plan: in the period of that moment, or for good where the plan has none. */
export const givenStreams = table(
  'given_streams',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    streams: integer('streams').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('given_streams_user').on(t.userId, t.at)],
);

/** Keyed codes of dreams that are gone for good, for as long as a backup may have them. */
export const erasedDreams = table(
  'erased_dreams',
  {
    code: text('code').primaryKey(),
    at: instant('at').notNull(),
  },
  (t) => [index('erased_dreams_at').on(t.at)],
);

/** Trial dreams that a deleted account had used, under keyed codes of the identities that it had. */
export const trialTraces = table('trial_traces', {
  identityHash: text('identity_hash').primaryKey(),
  used: integer('used').notNull(),
  /** of the erasure, from which it counts for some months */
  at: instant('at').notNull(),
});

/** Trial dreams that count for an account though an earlier one of the same person had them. */
export const carriedTrials = table('carried_trials', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  used: integer('used').notNull(),
});
