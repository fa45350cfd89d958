import { join } from 'node:path';
import type { DreamRepository } from '../dreams/dreams.ts';
import { createFileStorage } from '../kit/storage/file-storage.ts';
import type { LanguageModel } from '../language-model/language-model.ts';
import type { Kit } from '../module.ts';
import type { App } from '../web/context.ts';
import { registerAssist } from './assist-routes.ts';
import { inSize, MODEL_SIZES } from './contract/model-sizes.ts';
import type { VoiceConfig } from './contract/settings.ts';
import { createFetchedModels } from './fetched-models.ts';
import { registerModels } from './model-routes.ts';
import { registerVoice, VOICE_FORM_MAX_BYTES } from './voice-routes.tsx';

export { diagnoseVoice } from './diagnose-voice.ts';

export interface VoicePorts {
  repository: DreamRepository;
  /** the assistant's model; null if none is configured */
  model: LanguageModel | null;
  /** true if the disk has space for this many more bytes */
  hasRoomForBytes(bytes: number): Promise<boolean>;
}

/** Voice input: transcription, storage, and prompts written by the assistant. */
export function createVoice(
  { config, clock, log, storage, rateLimits }: Kit<VoiceConfig & { DATA_DIR: string }>,
  { repository, model, hasRoomForBytes }: VoicePorts,
) {
  return {
    register(app: App) {
      registerVoice(app, {
        repository,
        storage,
        clock,
        log,
        rateLimits,
        hasRoomForBytes,
        uploadsDir: join(config.DATA_DIR, 'uploads'),
        speech: config.ASR_BASE_URL
          ? { baseUrl: config.ASR_BASE_URL, apiKey: config.ASR_API_KEY, model: config.ASR_MODEL }
          : null,
      });
      registerAssist(app, { log, rateLimits, agent: model });
      registerModels(app, {
        models: createFileStorage(config.voiceModelFolder),
        fetched: config.voiceModelHub
          ? createFetchedModels({
              base: config.voiceModelHub,
              names: namesOf(config.VOICE_MODEL),
              folder: config.voiceModelFolder,
              hasRoomForBytes,
              log,
            })
          : null,
      });
    },
    longBodies: { '/api/voice': VOICE_FORM_MAX_BYTES },
  };
}

/** The model's names in all sizes that browsers offer. */
const namesOf = (name: string): string[] => [
  ...new Set([name, ...MODEL_SIZES.map((size) => inSize(name, size))]),
];
