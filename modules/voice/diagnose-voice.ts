import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchBounded } from '../kit/http/outgoing.ts';
import { error, type Finding, ok, warning } from '../kit/settings/finding.ts';
import { megabytes } from '../kit/shared/bytes.ts';
import { withoutEndSlashes } from '../kit/shared/trim.ts';
import { formatList } from '../kit/texts/formats.ts';
import { m } from '../kit/texts/m.ts';
import type { VoiceConfig } from './contract/settings.ts';
import { VOICE_MODEL_FILES } from './contract/voice-model-files.ts';

const LIMITS = { timeoutMs: 8_000, maxBytes: 4 * 1024 * 1024 };

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
    return error(
      m.voice_doctor_incomplete({ model: name, folder, files: formatList(missing, 'unit') }),
      m.voice_doctor_cure(),
    );
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return ok(m.voice_doctor_here({ model: name, size: megabytes(total) }));
}

/** Hubs organise files by revision; other servers keep them in plain folders. Large files are often redirects. */
async function lookAt(base: string, name: string): Promise<Finding> {
  const asked = [`${base}/api/models/${name}/tree/main?recursive=true`, `${base}/${name}/config.json`];
  let status: number | null = null;
  let fault = '';
  for (const url of asked) {
    try {
      const { response } = await fetchBounded(url, {}, LIMITS);
      if (response.ok) return ok(m.voice_doctor_hub({ model: name, hub: base }));
      status = response.status;
    } catch (failure) {
      status = null;
      fault = (failure as Error).message;
    }
  }
  return status === null
    ? warning(m.voice_doctor_unreachable({ model: name, fault }), m.voice_doctor_cure_offline())
    : error(
        m.voice_doctor_not_there({ model: name, hub: base, status: String(status) }),
        m.voice_doctor_cure(),
      );
}
