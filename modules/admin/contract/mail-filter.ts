import { m } from '../../kit/texts/m.ts';
import type { FilterOf, FilterTable } from './list-filter.ts';

export const MAIL_STATES = {
  sending: m.admin_mails_state_sending,
  waiting: m.admin_mails_state_waiting,
  sent: m.admin_mails_state_sent,
  failed: m.admin_mails_state_failed,
} as const;
export type MailState = keyof typeof MAIL_STATES;

export const MAIL_FILTER = {
  /** the full address */
  to: { kind: 'words', label: m.admin_mails_filter_to, placeholder: m.admin_mails_filter_to_placeholder },
  state: {
    kind: 'choice',
    column: 'state',
    choices: MAIL_STATES,
    label: m.admin_mails_filter_state,
    all: m.admin_mails_filter_state_all,
  },
} as const satisfies FilterTable;

export type MailFilter = FilterOf<typeof MAIL_FILTER>;
