import type { EndStatus } from '../../protocol/job-statuses.ts';

interface EndRule {
  /** the status of a dream that has shown a picture, and of one that has not */
  seen: EndStatus;
  unseen: EndStatus;
  /** what the person reads of one that failed; null where none does */
  text: string | null;
  /** why one ended that is kept as it is, where it was not its person's doing */
  cut?: string;
  /** an end that is ours is given back to the person, however late it comes; their own is counted */
  ourFault: boolean;
}

const FAILED_TEXT = 'Session failed unexpectedly.';
const UNSEEN_TEXT = 'Session timed out due to no connection.';

/** Every way in which a dream can end. */
export const END_RULES = {
  time: { seen: 'DONE', unseen: 'ABORTED', text: null, ourFault: false },
  'viewer-ended': { seen: 'DONE', unseen: 'ABORTED', text: null, ourFault: false },
  'viewer-gone': { seen: 'DONE', unseen: 'ABORTED', text: null, ourFault: false },
  'left-queue': { seen: 'DONE', unseen: 'ABORTED', text: null, ourFault: false },
  'no-prompt': { seen: 'DONE', unseen: 'ABORTED', text: null, ourFault: false },
  'stopped-by-admin': {
    seen: 'ABORTED',
    unseen: 'ABORTED',
    text: null,
    cut: 'An operator stopped this dream.',
    ourFault: true,
  },
  'unsafe-prompts': {
    seen: 'ABORTED',
    unseen: 'ABORTED',
    text: null,
    cut: 'This dream was ended: it was asked too often for what isn’t drawn here.',
    ourFault: false,
  },
  'unsafe-pictures': {
    seen: 'ABORTED',
    unseen: 'ABORTED',
    text: null,
    cut: 'This dream was ended: our picture check flagged it several times.',
    ourFault: true,
  },
  'no-viewer': {
    seen: 'DONE',
    unseen: 'TIMEOUT NO CONNECTION',
    text: UNSEEN_TEXT,
    ourFault: false,
  },
  'worker-lost': { seen: 'FAILED', unseen: 'FAILED', text: FAILED_TEXT, ourFault: true },
  'worker-removed': {
    seen: 'FAILED',
    unseen: 'FAILED',
    text: 'The worker that drew this dream was taken out of service.',
    ourFault: true,
  },
  'no-gpu': {
    seen: 'FAILED',
    unseen: 'FAILED',
    text: 'No GPU could be started for this dream. Please try again in a few minutes.',
    ourFault: true,
  },
  'tab-closed': {
    seen: 'FAILED',
    unseen: 'FAILED',
    text: 'The browser tab that drew this dream was closed.',
    ourFault: true,
  },
  'tab-lost': {
    seen: 'FAILED',
    unseen: 'FAILED',
    text: 'The browser tab that drew this dream lost its connection.',
    ourFault: true,
  },
  'generator-failed': { seen: 'FAILED', unseen: 'FAILED', text: FAILED_TEXT, ourFault: true },
  'generator-silent': { seen: 'FAILED', unseen: 'FAILED', text: FAILED_TEXT, ourFault: true },
  shutdown: {
    seen: 'DONE',
    unseen: 'FAILED',
    text: FAILED_TEXT,
    cut: 'The server was restarted in the middle of it. What you saw is kept.',
    ourFault: true,
  },
} as const satisfies Record<string, EndRule>;

export type EndReason = keyof typeof END_RULES;

/** Why a dream ended, where that is more than its status says by itself. */
export function causeOf(endText: string | null): string | null {
  return endText === FAILED_TEXT || endText === UNSEEN_TEXT ? null : endText;
}

interface EndedRow {
  startedAt: number | null;
  chargedAt: number | null;
  endedAt: number | null;
}

/** True if a dream that had begun and is over was given back to its person. */
export const isGivenBack = ({ startedAt, chargedAt, endedAt }: EndedRow): boolean =>
  startedAt !== null && endedAt !== null && chargedAt === null;

export const isFailure = (status: EndStatus): boolean =>
  status === 'FAILED' || status === 'TIMEOUT NO CONNECTION';

/** Text about the end for the person; null where nothing went wrong. */
export function endTextOf(
  reason: EndReason,
  { status, isCounted }: { status: EndStatus; isCounted: boolean },
): string | null {
  const rule: EndRule = END_RULES[reason];
  if (isFailure(status)) return rule.text;
  return rule.cut ? `${rule.cut}${isCounted ? '' : ' It is not counted.'}` : null;
}

export function endedStatus(reason: EndReason, seen: boolean): EndStatus {
  return seen ? END_RULES[reason].seen : END_RULES[reason].unseen;
}
