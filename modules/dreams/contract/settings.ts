import { type SettingsOf, setting, whole } from '../../kit/settings/setting.ts';
import { m } from '../../kit/texts/m.ts';

/** Length of dreams, and retention of deleted ones. */
export const dreamsSettings = {
  STREAM_SECONDS: setting(whole(5, 86_400).default(300), '300', m.dreams_doc_stream_seconds),
  HIDDEN_DAYS: setting(whole(0, 36_500).default(30), '30', m.dreams_doc_hidden_days),
  TRIAL_TRACE_MONTHS: setting(whole(0, 120).default(12), '12', m.dreams_doc_trial_trace_months),
  REPORTS_HIDE: setting(whole(1, 1000).optional(), '–', m.dreams_doc_reports_hide),
};

export type DreamsConfig = SettingsOf<typeof dreamsSettings>;
