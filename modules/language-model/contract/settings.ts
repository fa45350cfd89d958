import { key, type SettingsOf, secret, setting, text, webUrl } from '../../kit/settings/setting.ts';

export const languageModelSettings = {
  LLM_BASE_URL: secret(
    webUrl.optional(),
    '–',
    'agent mode, and names that are proposed for dreams: any OpenAI-compatible server, as in `http://localhost:11434/v1`; without it agent mode is off, and names come from the first prompt',
  ),
  LLM_API_KEY: secret(key.optional(), '–', 'key for it, where it wants one'),
  LLM_MODEL: setting(text.optional(), 'the first that the server lists', 'the model to ask'),
};

export type LanguageModelConfig = SettingsOf<typeof languageModelSettings>;
