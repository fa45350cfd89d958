import { FileFault, LayoutFault } from '../../contract/model-files/file-fault.ts';
import type { Hub, HubEntry, PlannedFile } from '../../contract/model-files/hub.ts';
import { type Licence, PRESETS } from '../../contract/presets.ts';
import { findLayout } from './layout.ts';

/** All files of a model, looked up before any download starts. */
export interface ModelPlan {
  licence: Licence;
  files: PlannedFile[];
  /** small files that we write because the hub doesn't have them */
  written: Readonly<Record<string, object>>;
}

const HUB_ID = /^[\w][\w.-]*\/[\w][\w.-]*$/;

/** True for names that may exist on the hub: a preset, or `owner/name`. */
export const isOnHub = (model: string) => Object.hasOwn(PRESETS, model) || HUB_ID.test(model);

/** @throws ModelFault if the hub lacks any file */
export async function planModel(hub: Hub, model: string): Promise<ModelPlan> {
  const preset = Object.hasOwn(PRESETS, model) ? PRESETS[model] : undefined;
  if (!preset) return await planRepository(hub, model);
  const lists = new Map<string, HubEntry[]>();
  for (const { repo, revision } of preset.files) {
    if (!lists.has(repo)) lists.set(repo, await hub.list(repo, revision));
  }
  const files = preset.files.map((file) => {
    const entry = lists.get(file.repo)?.find(({ path }) => path === file.path);
    if (!entry) throw new FileFault('missing', { subject: `${file.repo}/${file.path}` });
    return { ...file, ...entry };
  });
  return { ...preset, files };
}

/** Plans a model repository: graphs with their weights, and the small files. */
async function planRepository(hub: Hub, repo: string): Promise<ModelPlan> {
  const revision = 'main';
  const entries = new Map((await hub.list(repo, revision)).map((entry) => [entry.path, entry]));
  const { files, missing } = findLayout([...entries.keys()]);
  if (missing.length > 0) throw new LayoutFault(repo, missing);
  const planned = Object.entries(files).flatMap(([to, path]) => {
    const entry = entries.get(path);
    return entry ? [{ ...entry, repo, revision, to }] : [];
  });
  return { licence: await hub.licence(repo), files: planned, written: {} };
}
