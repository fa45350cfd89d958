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

export const voiceSettings = {
  ASR_BASE_URL: secret(
    webUrl.optional(),
    '–',
    'speech transcribed on a server, for browsers without WebGPU: any with OpenAI’s `/audio/transcriptions`',
  ),
  ASR_API_KEY: secret(key.optional(), '–', 'key for it, where it wants one'),
  ASR_MODEL: setting(text.default('whisper-1'), 'whisper-1', 'the model to ask'),
  VOICE_MODEL: setting(
    text
      .regex(/^[\w.-]+(\/[\w.-]+)*$/, 'must be a model name such as onnx-community/whisper-base')
      .refine((name) => !name.split('/').includes('..'), 'must be a model name')
      .default('onnx-community/whisper-base'),
    'onnx-community/whisper-base',
    'Whisper model that browsers run',
  ),
  VOICE_MODEL_BASE: setting(
    text.default('https://huggingface.co'),
    'https://huggingface.co',
    'where it is fetched from, once, when the first browser needs it: the model hub, another http(s) URL, or a folder here that holds `VOICE_MODEL/…`. Browsers get it from us',
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
  if (!isAddress(base) && !existsSync(base)) fault('VOICE_MODEL_BASE', 'there is no such folder');
}

export const voiceConfig = (
  { VOICE_MODEL_BASE: base }: Pick<SettingsOf<typeof voiceSettings>, 'VOICE_MODEL_BASE'>,
  DATA_DIR: string,
): Pick<VoiceConfig, 'voiceModelFolder' | 'voiceModelHub'> =>
  isAddress(base)
    ? { voiceModelFolder: join(resolve(DATA_DIR), 'models', 'voice'), voiceModelHub: base }
    : { voiceModelFolder: resolve(base), voiceModelHub: null };
