import { FileFault } from '../../worker/contract/model-files/file-fault.ts';
import { type PlannedFile, sizeOf } from '../../worker/contract/model-files/hub.ts';
import { openModelCache } from '../../worker/contract/model-files/model-cache.ts';
import { planVoiceModel, type VoiceModelPlan } from '../contract/plan-voice-model.ts';

/** The cache that transformers.js used to fill by itself, without checking that files were complete. */
const FORMER_CACHE = 'transformers-cache';

/** Downloads, verifies and stores a voice model's files, using the same cache as models for drawing in a tab. */
export async function openVoiceModel(
  base: string,
  name: string,
  onProgress: (loaded: number, total: number) => void,
) {
  const cache = await openModelCache();
  const { hub, files } = await planOrRemember();

  /** @throws FileFault */
  async function bring(): Promise<void> {
    const total = sizeOf(files);
    const onBytes = (bytes: number) => onProgress(bytes, total);
    // Without it, a browser short of space may evict hundreds of megabytes.
    await navigator.storage?.persist?.().catch(() => false);
    if (hub) await cache.fetch(hub, { files }, { onBytes, signal: new AbortController().signal });
    await cache.note(name, files);
    await caches.delete(FORMER_CACHE);
  }

  /** Offline, a model that is already stored is used as it is. */
  async function planOrRemember(): Promise<
    Pick<VoiceModelPlan, 'files'> & { hub: VoiceModelPlan['hub'] | null }
  > {
    try {
      return await planVoiceModel(base, name);
    } catch (fault) {
      const files = (await cache.noted(name)) as PlannedFile[] | null;
      const isHere = files !== null && (await cache.isWhole({ files }));
      if (!isHere || (fault as FileFault).kind !== 'unreachable') throw fault;
      return { hub: null, files };
    }
  }

  return {
    bring,

    /** @returns the file at this URL; null if it isn't part of the model */
    async read(address: string): Promise<Response | null> {
      const file = files.find(({ path }) => address.endsWith(`/${path}`));
      if (!file) return null;
      const content = await cache.read(file);
      if (!content) throw new FileFault('broken', { subject: file.path, reason: 'evicted by the browser' });
      return new Response(content, { headers: { 'content-length': String(content.length) } });
    },

    /** Call when a model can't be opened. @returns true if damaged files were found and deleted */
    dropDamaged: () => cache.dropDamaged({ files }),
  };
}

export async function dropVoiceModel(name: string): Promise<void> {
  await (await openModelCache()).dropModel(name);
}
