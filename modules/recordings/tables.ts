import {
  big,
  flag,
  index,
  instant,
  integer,
  primaryKey,
  table,
  text,
  uniqueIndex,
} from '../../db/columns.ts';
import { dreams } from '../dreams/tables.ts';
import type { ExportFault, ExportFormat } from './contract/export-kinds.ts';
import type { MadeFileKind } from './contract/schemas.ts';

/**
 * One row per file made here, kept for good, so that a copy is recognised even after its dream is deleted. Deleting the
 * dream removes the link to its owner.
 */
export const contentLog = table(
  'content_log',
  {
    /** hash of the finished file, 64 hex digits */
    sha256: text('sha256').notNull(),
    /** 16 hex digits; the dream's own while its row exists */
    watermark: text('watermark').notNull(),
    kind: text('kind').$type<MadeFileKind>().notNull(),
    bytes: big('bytes').notNull(),
    /** start of the dream, as in the file's metadata */
    madeAt: instant('made_at').notNull(),
    generator: text('generator'),
    ai: flag('ai').notNull(),
    /** the person's camera or screen was on */
    fromCamera: flag('from_camera').notNull().default(false),
    /** null once the dream is permanently deleted */
    dreamId: text('dream_id').references(() => dreams.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.sha256, t.watermark] }),
    index('content_log_watermark').on(t.watermark),
    index('content_log_dream').on(t.dreamId),
  ],
);

/**
 * Our own signing certificate and its key, unless the operator supplies one; shared by all servers of the database.
 * Former certificates stay without their keys, so that `/check` still recognises the files that they signed.
 */
export const contentKeys = table('content_keys', {
  /** `own`, or `former-` and a hash */
  id: text('id').primaryKey(),
  /** PEM: the certificate, followed by its issuers */
  chain: text('chain').notNull(),
  /** PEM, PKCS #8; empty for former certificates */
  key: text('key').notNull(),
  madeAt: instant('made_at').notNull(),
});

/** Films in other formats, made on demand and kept for a few days. A job that finds no row stops. */
export const dreamExports = table(
  'dream_exports',
  {
    id: text('id').primaryKey(),
    dreamId: text('dream_id')
      .notNull()
      .references(() => dreams.id, { onDelete: 'cascade' }),
    format: text('format').$type<ExportFormat>().notNull(),
    /** ms of the film */
    fromMs: integer('from_ms').notNull(),
    /** ms; 0 for a still */
    lengthMs: integer('length_ms').notNull(),
    /** draws the prompts into the frames */
    captions: flag('captions').notNull(),
    state: text('state').$type<'waiting' | 'ready' | 'failed'>().notNull(),
    fault: text('fault').$type<ExportFault>(),
    /** characters that no font has */
    faultDetail: text('fault_detail'),
    bytes: big('bytes'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    uniqueIndex('dream_exports_same').on(t.dreamId, t.format, t.fromMs, t.lengthMs, t.captions),
    index('dream_exports_created').on(t.createdAt),
  ],
);
