import { z } from 'zod';
import { type SettingsOf, setting } from '../../kit/settings/setting.ts';

export const adminSettings = {
  OPERATOR_LOOKS: setting(
    z.enum(['noted', 'asked', 'mailed'], 'must be noted, asked or mailed').default('noted'),
    'noted',
    'operators who open a dream that its owner does not share: each look is `noted` in the audit; `asked` wants a reason first; `mailed` sends it to the owner as well',
  ),
};

export type AdminConfig = SettingsOf<typeof adminSettings>;
