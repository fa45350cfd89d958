import { key, type SettingsOf, secret, setting, text, webUrl } from '../../kit/settings/setting.ts';
import { m } from '../../kit/texts/m.ts';

export const helpSettings = {
  ANTHROPIC_API_KEY: secret(key.optional(), '–', m.help_doc_anthropic_api_key),
  ANTHROPIC_BASE_URL: setting(
    webUrl.default('https://api.anthropic.com'),
    'https://api.anthropic.com',
    m.help_doc_anthropic_base_url,
  ),
  ANTHROPIC_MODEL: setting(text.default('claude-haiku-4-5'), 'claude-haiku-4-5', m.help_doc_anthropic_model),
};

export type HelpConfig = SettingsOf<typeof helpSettings>;
