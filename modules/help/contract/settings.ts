import { key, type SettingsOf, secret, setting, text, webUrl } from '../../kit/settings/setting.ts';

export const helpSettings = {
  ANTHROPIC_API_KEY: secret(
    key.optional(),
    '–',
    'help chat; without it the help pages are searched for an answer',
  ),
  ANTHROPIC_BASE_URL: setting(
    webUrl.default('https://api.anthropic.com'),
    'https://api.anthropic.com',
    "any server that speaks Anthropic's messages API",
  ),
  ANTHROPIC_MODEL: setting(text.default('claude-haiku-4-5'), 'claude-haiku-4-5', 'model of the help chat'),
};

export type HelpConfig = SettingsOf<typeof helpSettings>;
