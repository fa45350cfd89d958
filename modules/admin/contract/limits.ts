import { EVENTS, REFUSALS } from '../../security-log/contract/schemas.ts';

export const VIEWS = [
  'summary',
  'sessions',
  'users',
  'payments',
  'workers',
  'reports',
  'requests',
  'mails',
  'audit',
  'setup',
] as const;
export type View = (typeof VIEWS)[number];

export const SESSION_PAGE_SIZES = [12, 20, 40, 60] as const;
export const USER_PAGE_SIZES = [10, 20, 50, 100] as const;
export const MAIL_PAGE_SIZES = [20, 50, 100] as const;
export const AUDIT_PAGE_SIZES = [20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 20;
/** what "fetch all" asks for */
export const FETCH_ALL = 10_000;
/** Bytes of one piece of a backup that is uploaded. */
export const UPLOAD_PIECE_BYTES = 4 * 1024 * 1024;

export const MAIL_STATES = ['sending', 'waiting', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Periods that figures are given by. */
export const STEPS = ['day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];

/** Words that an operator writes to delete, on a full disk, what people could still bring back. */
export const PURGE_WORDS = 'empty every trash';
/** Rows of fpsData at most: two points each, and more would only cover each other in the chart. */
export const FPS_SAMPLE = 2_000;

/** The parts that a place is set up in, in the order in which people do it. */
export const SETUP_PARTS = [
  'address',
  'mail',
  'sign-in',
  'plans',
  'engine',
  'helpers',
  'safety',
  'dreams',
  'storage',
  'backups',
  'server',
] as const;

/** Kinds of a line of the audit: the security log's, and what admins did. */
export const AUDIT_KINDS = [...EVENTS, 'admin', ...REFUSALS] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
/** Characters of a text that is classified to try it. */
export const CLASSIFIED_MAX = 1_000;
