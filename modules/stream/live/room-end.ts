import type { JobStatus } from '../schemas.ts';

interface EndRule {
  /** the status of a dream that has shown a picture, and of one that has not */
  seen: Ended;
  unseen: Ended;
  /** what the person reads; null where nothing went wrong */
  text: string | null;
  /** an early end by our fault is not counted */
  ourFault: boolean;
}
type Ended = Exclude<JobStatus, 'PENDING' | 'RUNNING'>;

const FAILED_TEXT = 'Session failed unexpectedly.';

/** Every way in which a dream can end. */
export const END_RULES = {
  time: { seen: 'DONE', unseen: 'ABORTED', text: null, ourFault: false },
  'viewer-ended': { seen: 'DONE', unseen: 'ABORTED', text: null, ourFault: false },
  'viewer-gone': { seen: 'DONE', unseen: 'ABORTED', text: null, ourFault: false },
  'left-queue': { seen: 'DONE', unseen: 'ABORTED', text: null, ourFault: false },
  'no-prompt': { seen: 'DONE', unseen: 'ABORTED', text: null, ourFault: false },
  'stopped-by-admin': { seen: 'ABORTED', unseen: 'ABORTED', text: null, ourFault: false },
  'no-viewer': {
    seen: 'DONE',
    unseen: 'TIMEOUT NO CONNECTION',
    text: 'Session timed out due to no connection.',
    ourFault: false,
  },
  'worker-lost': { seen: 'FAILED', unseen: 'FAILED', text: FAILED_TEXT, ourFault: true },
  'generator-failed': { seen: 'FAILED', unseen: 'FAILED', text: FAILED_TEXT, ourFault: true },
  'generator-silent': { seen: 'FAILED', unseen: 'FAILED', text: FAILED_TEXT, ourFault: true },
  shutdown: { seen: 'DONE', unseen: 'FAILED', text: FAILED_TEXT, ourFault: true },
} as const satisfies Record<string, EndRule>;

export type EndReason = keyof typeof END_RULES;

export function endedStatus(reason: EndReason, seen: boolean): Ended {
  return seen ? END_RULES[reason].seen : END_RULES[reason].unseen;
}
