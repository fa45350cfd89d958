import { withoutEndSlashes } from '../../kit/shared/trim.ts';
import { FileFault } from '../../worker/contract/model-files/file-fault.ts';
import type { PlannedFile } from '../../worker/contract/model-files/hub.ts';
import { createHub, type Hub, type HubEntry } from '../../worker/contract/model-files/hub.ts';
import { VOICE_MODEL_FILES } from './voice-model-files.ts';

const REVISION = 'main';
/** Weights that large exports store next to their graphs. */
const BESIDE = ['onnx/encoder_model.onnx_data', 'onnx/decoder_model_merged_q4.onnx_data'];

export interface VoiceModelPlan {
  hub: Hub;
  files: PlannedFile[];
}

/**
 * The files of a Whisper model with sizes and digests. Plain file servers give sizes and versions only.
 * @throws FileFault
 */
export async function planVoiceModel(base: string, name: string): Promise<VoiceModelPlan> {
  const host = withoutEndSlashes(base);
  const asHub = createHub(host);
  const asFiles = createFileHost(host);
  const [hub, entries] = await asHub.list(name, REVISION).then(
    (found) => [asHub, found] as const,
    async (fault) => {
      if (!(fault instanceof FileFault) || fault.kind !== 'missing') throw fault;
      return [asFiles, await asFiles.list(name, REVISION)] as const;
    },
  );
  const missing = VOICE_MODEL_FILES.filter((path) => !entries.some((entry) => entry.path === path));
  if (missing.length > 0)
    throw new FileFault('missing', { subject: `${name} at ${host}`, reason: missing.join(', ') });
  const files = entries
    .filter(({ path }) => VOICE_MODEL_FILES.includes(path) || BESIDE.includes(path))
    .map((entry) => ({ ...entry, repo: name, revision: REVISION, to: entry.path }));
  return { hub, files };
}

/** Any web server with a folder of models. */
function createFileHost(base: string): Hub {
  const urlOf = (repo: string, path: string) => `${base}/${repo}/${path}`;

  async function look(repo: string, path: string): Promise<HubEntry[]> {
    const url = urlOf(repo, path);
    const answer = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch((error: Error) => {
      throw new FileFault('unreachable', { subject: url, reason: error.message });
    });
    const bytes = Number(answer.headers.get('content-length'));
    if (!answer.ok || bytes === 0) return [];
    const version = answer.headers.get('etag') ?? answer.headers.get('last-modified') ?? String(bytes);
    return [{ path, bytes, checksum: { kind: 'version', value: version } }];
  }

  return {
    list: async (repo) =>
      (await Promise.all([...VOICE_MODEL_FILES, ...BESIDE].map((path) => look(repo, path)))).flat(),
    licence: async () => ({ name: '', url: '' }),
    url: (repo, _, path) => urlOf(repo, path),
  };
}
