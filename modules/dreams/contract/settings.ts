import { type SettingsOf, setting, whole } from '../../kit/settings/setting.ts';

/** Length of dreams, and retention of deleted ones. */
export const dreamsSettings = {
  STREAM_SECONDS: setting(whole(5, 86_400).default(300), '300', 'length of a dream in seconds'),
  HIDDEN_DAYS: setting(whole(0, 36_500).default(30), '30', 'days until a deleted dream is gone for good'),
  TRIAL_TRACE_MONTHS: setting(
    whole(0, 120).default(12),
    '12',
    'months for which the used trials of an erased account count for a new one of the same person',
  ),
  REPORTS_HIDE: setting(
    whole(1, 1000).optional(),
    '–',
    'closes the link of a dream that so many people have reported, until an operator has looked at it',
  ),
};

export type DreamsConfig = SettingsOf<typeof dreamsSettings>;
