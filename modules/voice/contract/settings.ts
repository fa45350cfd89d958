import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type Given,
  key,
  type ReportFault,
  type SettingsOf,
  secret,
  setting,
  text,
  webUrl,
} from '../../kit/settings/setting.ts';
import { readAddress } from '../../kit/settings/setting-address.ts';
import { m } from '../../kit/texts/m.ts';

export const voiceSettings = {
  ASR_BASE_URL: secret(webUrl.optional(), '–', m.voice_doc_asr_base_url),
  ASR_API_KEY: secret(key.optional(), '–', m.voice_doc_asr_api_key),
  ASR_MODEL: setting(text.default('whisper-1'), 'whisper-1', m.voice_doc_asr_model),
  VOICE_MODEL: setting(
    text
      .regex(/^[\w.-]+(\/[\w.-]+)*$/, { error: m.voice_setting_model })
      .refine((name) => !name.split('/').includes('..'), { error: m.voice_setting_model })
      .default('onnx-community/whisper-base'),
    'onnx-community/whisper-base',
    m.voice_doc_voice_model,
  ),
  VOICE_MODEL_BASE: setting(
    text.default('https://huggingface.co'),
    'https://huggingface.co',
    m.voice_doc_voice_model_base,
  ),
};

export interface VoiceConfig extends SettingsOf<typeof voiceSettings> {
  /** folder on this machine with the voice models for browsers */
  voiceModelFolder: string;
  /** URL from which missing models are downloaded; null if an operator provides the files */
  voiceModelHub: string | null;
}

const isAddress = (value: string) => /^https?:\/\//.test(value);

export function checkVoiceSettings({ VOICE_MODEL_BASE: base }: Given, fault: ReportFault): void {
  if (!base) return;
  const hub = isAddress(base) && readAddress(base, { schemes: ['http', 'https'], path: true });
  if (typeof hub === 'string') fault('VOICE_MODEL_BASE', hub);
  if (!isAddress(base) && !existsSync(base)) fault('VOICE_MODEL_BASE', m.voice_setting_no_folder());
}

export const voiceConfig = (
  { VOICE_MODEL_BASE: base }: Pick<SettingsOf<typeof voiceSettings>, 'VOICE_MODEL_BASE'>,
  DATA_DIR: string,
): Pick<VoiceConfig, 'voiceModelFolder' | 'voiceModelHub'> =>
  isAddress(base)
    ? { voiceModelFolder: join(resolve(DATA_DIR), 'models', 'voice'), voiceModelHub: base }
    : { voiceModelFolder: resolve(base), voiceModelHub: null };
