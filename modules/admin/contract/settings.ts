import { z } from 'zod';
import { type SettingsOf, setting } from '../../kit/settings/setting.ts';
import { m } from '../../kit/texts/m.ts';

export const adminSettings = {
  OPERATOR_LOOKS: setting(
    z.enum(['noted', 'asked', 'mailed'], { error: m.admin_setup_setting_looks }).default('noted'),
    'noted',
    m.admin_setup_doc_operator_looks,
  ),
};

export type AdminConfig = SettingsOf<typeof adminSettings>;
