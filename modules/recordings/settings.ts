import { type SettingsOf, setting, whole } from '../../src/kit/settings/setting.ts';

export const recordingsSettings = {
  COMPILE_JOBS: setting(whole(1, 16).default(1), '1', 'recordings compiled at once'),
};

export type RecordingsConfig = SettingsOf<typeof recordingsSettings>;
