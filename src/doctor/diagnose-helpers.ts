import { diagnoseServer } from '../../modules/kit/http/diagnose-server.ts';
import type { Finding } from '../../modules/kit/settings/finding.ts';
import type { LanguageModelConfig } from '../../modules/language-model/contract/settings.ts';
import type { VoiceConfig } from '../../modules/voice/contract/settings.ts';

/** Checks the language model and transcription servers. */
export async function diagnoseHelpers(config: LanguageModelConfig & VoiceConfig): Promise<Finding[]> {
  const found = await Promise.all([
    diagnoseServer('LLM', config.LLM_BASE_URL, config.LLM_API_KEY),
    diagnoseServer('ASR', config.ASR_BASE_URL, config.ASR_API_KEY),
  ]);
  return found.flat();
}
