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
/** limit of "fetch all" */
export const FETCH_ALL = 10_000;
/** Size of one piece of an uploaded backup. */
export const UPLOAD_PIECE_BYTES = 4 * 1024 * 1024;

/** Periods for figures. */
export const STEPS = ['day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];

/** Text that an operator types to confirm deleting dreams that users could still restore, when the disk is full. */
export const PURGE_WORDS = 'empty every trash';
/** Maximum rows of fpsData. Each row is two points, and more points would only cover each other in the chart. */
export const FPS_SAMPLE = 2_000;

/** Parts of the setup, in the order in which operators do them. */
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

/** Kinds of audit lines: those of the security log, and actions of admins. */
export const AUDIT_KINDS = [...EVENTS, 'admin', ...REFUSALS] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
/** Maximum length of a text to classify as a test. */
export const CLASSIFIED_MAX = 1_000;
