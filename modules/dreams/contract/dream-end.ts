import type { EndStatus } from '../../protocol/job-statuses.ts';

interface EndRule {
  /** Status of a dream that has shown a frame; `unseen` for one that hasn't. */
  seen: EndStatus;
  unseen: EndStatus;
  /** Text for the person about a failure; null for ends that are never one. */
  text: string | null;
  /** Reason for an early end that is neither a failure nor the person's choice. */
  cut?: string;
  /** If true, the dream isn't counted, however late it ends; otherwise it is. */
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

/** Cause of the end, if it says more than the status. */
export function causeOf(endText: string | null): string | null {
  return endText === FAILED_TEXT || endText === UNSEEN_TEXT ? null : endText;
}

interface EndedRow {
  startedAt: number | null;
  chargedAt: number | null;
  endedAt: number | null;
}

/** True if the dream started and ended but isn't counted. */
export const isGivenBack = ({ startedAt, chargedAt, endedAt }: EndedRow): boolean =>
  startedAt !== null && endedAt !== null && chargedAt === null;

export const isFailure = (status: EndStatus): boolean =>
  status === 'FAILED' || status === 'TIMEOUT NO CONNECTION';

/** Text for the person about the end; null if nothing went wrong. */
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
