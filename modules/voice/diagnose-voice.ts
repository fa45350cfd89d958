import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchBounded } from '../kit/http/outgoing.ts';
import { error, type Finding, ok, warning } from '../kit/settings/finding.ts';
import { megabytes } from '../kit/shared/bytes.ts';
import { withoutEndSlashes } from '../kit/shared/trim.ts';
import type { VoiceConfig } from './contract/settings.ts';
import { VOICE_MODEL_FILES } from './contract/voice-model-files.ts';

const LIMITS = { timeoutMs: 8_000, maxBytes: 4 * 1024 * 1024 };
const CURE = 'Check VOICE_MODEL and VOICE_MODEL_BASE.';

/** Checks that browsers can get the speech recognition model. */
export async function diagnoseVoice(config: VoiceConfig): Promise<Finding[]> {
  const { VOICE_MODEL: name, voiceModelFolder: folder, voiceModelHub: hub } = config;
  const here = await lookInto(folder, name);
  return [hub === null || here.level === 'ok' ? here : await lookAt(withoutEndSlashes(hub), name)];
}

async function lookInto(folder: string, name: string): Promise<Finding> {
  const sizes = await Promise.all(
    VOICE_MODEL_FILES.map(async (path) => ({
      path,
      bytes: await stat(join(folder, name, path)).then(
        ({ size }) => size,
        () => 0,
      ),
    })),
  );
  const missing = sizes.filter(({ bytes }) => bytes === 0).map(({ path }) => path);
  if (missing.length > 0)
    return error(`the voice model ${name} in ${folder} lacks ${missing.join(', ')}`, CURE);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return ok(`browsers get the voice model ${name} from here (${megabytes(total)})`);
}

/** Hubs organise files by revision; other servers keep them in plain folders. Large files are often redirects. */
async function lookAt(base: string, name: string): Promise<Finding> {
  const asked = [`${base}/api/models/${name}/tree/main?recursive=true`, `${base}/${name}/config.json`];
  let fault = '';
  for (const url of asked) {
    try {
      const { response } = await fetchBounded(url, {}, LIMITS);
      if (response.ok)
        return ok(`the voice model ${name} comes from ${base} when the first browser needs it`);
      fault = `${base} answers ${response.status}`;
    } catch (failure) {
      fault = (failure as Error).message;
    }
  }
  return fault.includes('answers')
    ? error(`the voice model ${name} is not there: ${fault}`, CURE)
    : warning(
        `the voice model ${name} can't be looked at (${fault})`,
        `${CURE} On a box without internet, put the model’s files into a folder and set VOICE_MODEL_BASE to it.`,
      );
}
