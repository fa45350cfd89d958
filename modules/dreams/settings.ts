import { type SettingsOf, setting, whole } from '../../src/kit/settings/setting.ts';

/** How long dreams are kept that somebody has deleted. */
export const dreamsSettings = {
  HIDDEN_DAYS: setting(whole(0, 36_500).default(30), '30', 'days until a deleted dream is gone for good'),
};

export type DreamsConfig = SettingsOf<typeof dreamsSettings>;
