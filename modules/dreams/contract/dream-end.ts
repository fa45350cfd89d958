import { inCodes } from '../../kit/texts/in-codes.ts';
import { BASE_LOCALE, inLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import { joinSentences } from '../../kit/texts/sentences.ts';
import { shownText } from '../../kit/texts/shown-text.ts';
import type { EndStatus } from '../../protocol/job-statuses.ts';

interface EndRule {
  /** Status of a dream that has shown a frame; `unseen` for one that hasn't. */
  seen: EndStatus;
  unseen: EndStatus;
  /** Text for the person about a failure; null for ends that are never one. */
  text: (() => string) | null;
  /** Reason for an early end that is neither a failure nor the person's choice. */
  cut?: () => string;
  /** If true, the dream isn't counted, however late it ends; otherwise it is. */
  ourFault: boolean;
}

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
    cut: m.dreams_end_stopped,
    ourFault: true,
  },
  'unsafe-prompts': {
    seen: 'ABORTED',
    unseen: 'ABORTED',
    text: null,
    cut: m.dreams_end_unsafe_prompts,
    ourFault: false,
  },
  'unsafe-pictures': {
    seen: 'ABORTED',
    unseen: 'ABORTED',
    text: null,
    cut: m.dreams_end_unsafe_frames,
    ourFault: true,
  },
  'no-viewer': {
    seen: 'DONE',
    unseen: 'TIMEOUT NO CONNECTION',
    text: m.dreams_end_unseen,
    ourFault: false,
  },
  'worker-lost': { seen: 'FAILED', unseen: 'FAILED', text: m.dreams_end_failed, ourFault: true },
  'worker-removed': {
    seen: 'FAILED',
    unseen: 'FAILED',
    text: m.dreams_end_worker_removed,
    ourFault: true,
  },
  'no-gpu': {
    seen: 'FAILED',
    unseen: 'FAILED',
    text: m.dreams_end_no_gpu,
    ourFault: true,
  },
  'tab-closed': {
    seen: 'FAILED',
    unseen: 'FAILED',
    text: m.dreams_end_tab_closed,
    ourFault: true,
  },
  'tab-lost': {
    seen: 'FAILED',
    unseen: 'FAILED',
    text: m.dreams_end_tab_lost,
    ourFault: true,
  },
  'generator-failed': { seen: 'FAILED', unseen: 'FAILED', text: m.dreams_end_failed, ourFault: true },
  'generator-silent': { seen: 'FAILED', unseen: 'FAILED', text: m.dreams_end_failed, ourFault: true },
  shutdown: {
    seen: 'DONE',
    unseen: 'FAILED',
    text: m.dreams_end_failed,
    cut: m.dreams_end_restart,
    ourFault: true,
  },
} as const satisfies Record<string, EndRule>;

export type EndReason = keyof typeof END_RULES;

/** A stored text of an end in the reader's language, if it says more than the status. */
export function causeOf(endText: string | null): string | null {
  const text = shownText(endText);
  const statusTexts = () => [m.dreams_end_failed(), m.dreams_end_unseen()];
  return text && ![...statusTexts(), ...inLocale(BASE_LOCALE, statusTexts)].includes(text) ? text : null;
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

/** Text for the person about the end, in codes; null if nothing went wrong. */
export function endTextOf(
  reason: EndReason,
  { status, isCounted }: { status: EndStatus; isCounted: boolean },
): string | null {
  const { text, cut }: EndRule = END_RULES[reason];
  return inCodes(() => {
    if (isFailure(status)) return text?.() ?? null;
    if (!cut) return null;
    return isCounted ? cut() : joinSentences([cut(), m.dreams_end_uncounted()]);
  });
}

export function endedStatus(reason: EndReason, seen: boolean): EndStatus {
  return seen ? END_RULES[reason].seen : END_RULES[reason].unseen;
}
