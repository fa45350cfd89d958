import { key, type SettingsOf, secret, setting, text, webUrl } from '../../kit/settings/setting.ts';
import { m } from '../../kit/texts/m.ts';

export const languageModelSettings = {
  LLM_BASE_URL: secret(webUrl.optional(), '–', m.language_model_doc_llm_base_url),
  LLM_API_KEY: secret(key.optional(), '–', m.language_model_doc_llm_api_key),
  LLM_MODEL: setting(text.optional(), m.language_model_default_llm_model, m.language_model_doc_llm_model),
};

export type LanguageModelConfig = SettingsOf<typeof languageModelSettings>;
