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
  sentence,
  table,
  text,
  uniqueIndex,
} from '../../db/columns.ts';
import { byBytes } from '../../db/dialect.ts';
import { users } from '../auth/tables.ts';
import type { Locale } from '../kit/texts/locale.ts';
import type { ControlValue } from '../protocol/controls.ts';
import type { JobStatus } from '../protocol/job-statuses.ts';
import type { Plan } from '../scores/contract/plan.ts';
import type { EndReason } from './contract/dream-end.ts';
import type { EvidenceFacts, ReportDecision, ReportReason } from './contract/report-reasons.ts';
import type { FpsData, ServerStatus } from './contract/schemas.ts';

export * from './stream-tables.ts';
export type { FpsData };

/** These must match the indexes' conditions word for word, or the indexes aren't used. */
const ON_BOARD = sql`hidden_at is null and started_at is not null`;
export const ACTIVE = sql`job_status in ('PENDING', 'RUNNING')`;
export const HELD = sql`(reports_held_at is not null or flagged_held_at is not null or unchecked_held_at is not null)`;
export const UNSHARED = sql`not shared`;
export const WORDS_DUE = sql`words_due > 0 and started_at is not null`;
export const UNNAMED = '(case when name_key is null then 1 else 0 end)';
export const NAME = byBytes('name_key');

/** A dream: one stream session from its request on, with its recording. */
export const dreams = table(
  'dreams',
  {
    /** session_id: 128 random bits, because links that contain it are shared. */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** In lower case for every provider, because searches compare it as stored. */
    rpJobId: text('rp_job_id').notNull(),
    name: text('name'),
    /** Sort key of the name, see nameKey(); null while untitled. */
    nameKey: text('name_key'),
    /** Name proposed by the language model; without one, the first prompt is proposed. */
    proposedName: text('proposed_name'),
    jobStatus: text('job_status').$type<JobStatus>().notNull(),
    serverStatus: text('server_status').$type<ServerStatus>(),
    /** Requested by a guest; still true once a person has claimed it. */
    guest: flag('guest').notNull().default(false),
    /** Text for the person about what ended it or made it fail. */
    endText: sentence('end_text'),
    /** Key of END_RULES; null for dreams stored before this column existed. */
    endReason: text('end_reason').$type<EndReason>(),
    /** The generator's own error, for operators. */
    endDetail: sentence('end_detail'),
    /** When an answer first reported the failure to the person. */
    failureReportedAt: instant('failure_told_at'),
    requestedAt: instant('requested_at').notNull(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** Set with the first frame; usage counts from it. */
    chargedAt: instant('charged_at'),
    limitSeconds: integer('limit_seconds').notNull(),
    seed: big('seed').notNull(),
    /** The dream that it repeats or continues; null once that is deleted. */
    parentId: text('parent_id'),
    /** The second of its parent's video that it continues from; null if it repeats all of it. */
    parentSeconds: real('parent_seconds'),
    /** Cut from its parent, from `parentSeconds` on, while that was live. */
    isClip: flag('is_clip').notNull().default(false),
    /** True if it has a row in dreamPlans. */
    planned: flag('planned').notNull().default(false),
    /** Other people who have its link may repeat and continue it. */
    remix: flag('remix').notNull().default(false),
    /**
     * Random number in the pixels of its frames, see watermarkOf(); null for dreams stored before this column existed.
     */
    watermark: text('watermark'),
    /** The server that has its room. */
    node: text('node'),
    /** When a worker of that server claimed it; only used when several servers share the queue. */
    claimedAt: instant('claimed_at'),
    workerId: text('worker_id'),
    generator: text('generator'),
    generatorVersion: text('generator_version'),
    /** Null for dreams stored before this column existed. */
    isAi: flag('is_ai'),
    /** The person's camera or screen was on, so its frames may be edited pictures of it. */
    fromCamera: flag('from_camera').notNull().default(false),
    /** Its generator repeats a dream from the frames of its prompts. */
    isExact: flag('is_exact').notNull().default(false),
    model: text('model'),
    licence: text('licence'),
    gpuSeconds: real('gpu_seconds'),
    /** Ms from the request until its worker was ready. */
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
    /** Short muted clip for the dreamboard. */
    previewKey: text('preview_key'),
    /** One image of evenly spaced stills, side by side. */
    filmstripKey: text('filmstrip_key'),
    videoBytes: big('video_bytes'),
    durationMs: integer('duration_ms'),
    voiceKey: text('voice_key'),
    voiceAt: instant('voice_at'),
    /** Characters in its conversation. */
    textChars: integer('text_chars').notNull().default(0),
    /** Bytes of all its voice recordings. */
    voiceBytes: big('voice_bytes'),
    /** Number of changes to its name and conversation that aren't in dreamWords yet. */
    wordsDue: integer('words_due').notNull().default(1),
    /** Only the owner's choice; see isLinkOpen() for everything else that closes a link. */
    shared: flag('shared').notNull().default(true),
    /** When and why an operator closed its link; null if none has. */
    takenDownAt: instant('taken_down_at'),
    takenDownReason: text('taken_down_reason'),
    /**
     * Holds on its link until an operator has looked: by reports, by a flagged frame, by frames that couldn't be
     * checked.
     */
    reportsHeldAt: instant('reports_held_at'),
    flaggedHeldAt: instant('flagged_held_at'),
    uncheckedHeldAt: instant('unchecked_held_at'),
    /** When and why an operator removed it, even from its owner's view; null if none has. */
    removedAt: instant('removed_at'),
    removedReason: text('removed_reason'),
    /** When it was deleted by its owner, or because their plan no longer keeps it. */
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
    // Let the admin's filters count by day from an index alone, without reading rows. Each type of filter has a narrow
    // index, combinations use the wide one. Postgres only reads expressions from an index that also contains their
    // columns.
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
    // As above, for filters that include a worker. A single index serves any combination, because each worker has few
    // dreams.
    index('dreams_worker').on(
      sql`lower(worker_id)`,
      t.requestedAt,
      t.jobStatus,
      t.serverFps,
      t.clientFps,
      t.rpJobId,
      t.workerId,
    ),
    // Operators search by name; without an index, a search without matches would read every dream.
    index('dreams_name').on(t.nameKey, t.requestedAt).where(sql`name_key is not null`),
    index('dreams_measured')
      .on(t.requestedAt, t.serverFps, t.clientFps, t.id)
      .where(sql`server_fps > 0 or client_fps > 0`),
    index('dreams_sampled')
      .on(t.requestedAt, t.id)
      .where(sql`id < '04' and (server_fps > 0 or client_fps > 0)`),
    index('dreams_cost').on(t.requestedAt, t.gpuSeconds, t.userId).where(sql`gpu_seconds > 0`),
    index('dreams_clips').on(t.requestedAt, t.jobStatus).where(sql`is_clip`),
    index('dreams_parent').on(t.parentId).where(sql`parent_id is not null`),
    index('dreams_hidden').on(t.hiddenAt).where(sql`hidden_at is not null`),
    // The sort orders of a person's board, so that a page can start anywhere.
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
 * Number of ended dreams by day and by quarter-hour of their request (UTC). Kept up to date by triggers on `dreams`;
 * the few dreams that haven't ended are counted directly.
 */
export const dreamCounts = table(
  'dream_counts',
  {
    /** Ms: a day or a quarter of an hour. */
    span: integer('span').notNull(),
    /** Start of the span. */
    at: instant('at').notNull(),
    jobStatus: text('job_status').$type<JobStatus>().notNull(),
    n: integer('n').notNull(),
    /** Dreams with a measured speed. */
    measured: integer('measured').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.span, t.at, t.jobStatus] })],
);

/** The prompt timeline, used for replays, captions and re-dreaming. */
export const dreamPrompts = table(
  'dream_prompts',
  {
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id),
    /** Order of arrival within the dream, from 1. */
    position: integer('position').notNull(),
    /** The viewer's id for the prompt, or one of ours. */
    clientId: text('client_id').notNull(),
    text: text('text').notNull(),
    /** The verdict is pending. If the dream ends before it arrives, the prompt never takes effect. */
    checking: flag('checking').notNull().default(false),
    sentAt: instant('sent_at').notNull(),
    /** Frame at which the prompt took effect; null if a newer one superseded it. */
    frameId: big('frame_id'),
    shownAt: instant('shown_at'),
    /** Seconds of the transition that was requested; null for the generator's own. */
    soft: real('soft'),
    /** Came from the dream's audience, rather than from the dreamer. */
    fromAudience: flag('from_audience').notNull().default(false),
    /** First name and account of the watcher; null for a guest and for accounts that are gone. */
    byName: text('by_name'),
    byUserId: text('by_user_id'),
  },
  (t) => [
    primaryKey({ columns: [t.dreamId, t.position] }),
    index('dream_prompts_by').on(t.byUserId).where(sql`by_user_id is not null`),
  ],
);

/** Live dreams that others may watch, see audience/ in modules/stream. Closing deletes the row. */
export const dreamAudiences = table(
  'dream_audiences',
  {
    dreamId: text('dream_id')
      .primaryKey()
      .references(() => dreams.id, { onDelete: 'cascade' }),
    /** In the link; a new one at each opening. */
    watchId: text('watch_id').notNull(),
    /** Only people with an account may watch. */
    signedIn: flag('signed_in').notNull(),
    /** Watchers see the dreamer's first name. */
    named: flag('named').notNull(),
    openedAt: instant('opened_at').notNull(),
  },
  (t) => [uniqueIndex('dream_audiences_watch').on(t.watchId)],
);

/** Control changes during a dream, in order. Before the first one, the generator's defaults apply. */
export const dreamControls = table(
  'dream_controls',
  {
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id),
    /** Order within the dream, from 1. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** Name shown to people. */
    label: sentence('label').notNull(),
    value: json<ControlValue>('value').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Last frame before the change; null before the first. */
    frameId: big('frame_id'),
    /** First frame with the change, if the generator reports it. */
    shownFrame: big('shown_frame'),
  },
  (t) => [primaryKey({ columns: [t.dreamId, t.position] })],
);

/** Words for a dream's sound from a moment on, such as “rain, wind”; empty for silence. */
export const dreamSounds = table(
  'dream_sounds',
  {
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id),
    /** Order within the dream, from 1. */
    position: integer('position').notNull(),
    text: sentence('text').notNull(),
    heardAt: instant('heard_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.dreamId, t.position] })],
);

/** Plans of dreams that play by themselves: a score, or another dream that they repeat or continue. */
export const dreamPlans = table('dream_plans', {
  dreamId: text('dream_id')
    .primaryKey()
    .references(() => dreams.id),
  plan: json<Plan>('plan').notNull(),
});

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

/** A dream's name and conversation, folded for searches; one row per dream, indexed by person. */
export const dreamWords = table(
  'dream_words',
  {
    dreamId: text('dream_id')
      .primaryKey()
      .references(() => dreams.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    /** One line per text, without duplicates. */
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

/** Reports by visitors of a public link. */
export const dreamReports = table(
  'dream_reports',
  {
    id: text('id').primaryKey(),
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id, { onDelete: 'cascade' }),
    reason: text('reason').$type<ReportReason>().notNull(),
    message: sentence('message'),
    /** The reporter, if signed in. The decision clears this, the next two columns and the message. */
    userId: text('user_id'),
    /** Pseudonym of the reporter, valid for a day; null in reports of earlier versions. */
    reporter: text('reporter'),
    /** Address for the receipt and the decision; null if none was left. */
    contact: text('contact'),
    /** Language of the page that the report was sent from; null in reports of earlier versions. */
    locale: text('locale').$type<Locale>(),
    /** When an operator decided, and the outcome; null until then. Earlier versions stored no outcome. */
    seenAt: instant('seen_at'),
    decision: text('decision').$type<ReportDecision>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('dream_reports_dream').on(t.dreamId, t.createdAt)],
);

/**
 * Facts about dreams that the law requires us to keep for a while, apart from their rows, which are deleted earlier.
 * Their files are under `evidence/ID/`.
 */
export const reportEvidence = table(
  'report_evidence',
  {
    /** Id of the dream, which may no longer exist. */
    id: text('id').primaryKey(),
    facts: json<EvidenceFacts>('facts').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Everything is erased after this time. */
    keptUntil: instant('kept_until').notNull(),
    /** When its files were copied. */
    filesAt: instant('files_at'),
  },
  (t) => [index('report_evidence_until').on(t.keptUntil)],
);

/** Views of public links by people other than the owner, see count-view.ts; no row means zero. */
export const dreamViews = table('dream_views', {
  dreamId: text('dream_id')
    .primaryKey()
    .references(() => dreams.id, { onDelete: 'cascade' }),
  views: integer('views').notNull(),
});

/** Visitors already counted today, as hashes that can't be reversed once the day's salt is deleted. */
export const dreamVisitors = table(
  'dream_visitors',
  {
    /** Days since the epoch, UTC. */
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

/** Groups that a person sorts their dreams into; a dream may be in several. */
export const collections = table(
  'collections',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** Sort key of the name, which is unique per person. */
    nameKey: text('name_key').notNull(),
    /** In the link of its public page, a new one at each opening; null while it isn't shared. */
    shareId: text('share_id'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('collections_name').on(t.userId, t.nameKey),
    uniqueIndex('collections_share').on(t.shareId),
  ],
);

export const collectionDreams = table(
  'collection_dreams',
  {
    collectionId: text('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id, { onDelete: 'cascade' }),
    /** Order within the collection; a dream that is moved gets a number between its neighbours'. */
    position: real('position').notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.collectionId, t.dreamId] }),
    index('collection_dreams_order').on(t.collectionId, t.position),
    index('collection_dreams_added').on(t.collectionId, t.addedAt),
    index('collection_dreams_dream').on(t.dreamId),
  ],
);
