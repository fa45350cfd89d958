import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatList } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import { ModelFault } from '../contract/faults.ts';
import { findLayout, type GraphName } from './core/layout.ts';
import { type ModelConfig, readModelConfig } from './core/model-config.ts';

/** A complete model as plain data, so that it can be sent to the engine's process. */
export interface ModelFiles extends ModelConfig {
  name: string;
  folder: string;
  graphs: Record<GraphName, string>;
}

/**
 * Reads a model in the diffusers ONNX layout. The four graphs and the tokenizer are required; the other configuration
 * files are optional.
 * @throws ModelFault naming every missing file
 */
export async function readModelFolder(name: string, folder: string): Promise<ModelFiles> {
  const { graphs, files, missing } = findLayout(await filesIn(folder));
  if (missing.length > 0)
    throw new ModelFault(
      m.worker_model_incomplete({
        model: name,
        folder,
        files: formatList(missing),
        layout: m.worker_model_layout(),
      }),
    );
  const read = async (path: string) => {
    const source = files[path];
    return source === undefined ? null : await readFile(join(folder, source), 'utf8');
  };
  return {
    name,
    folder,
    graphs: Object.fromEntries(
      Object.entries(graphs).map(([graph, path]) => [graph, join(folder, path)]),
    ) as Record<GraphName, string>,
    ...(await readModelConfig(`${name} in ${folder}`, read)),
  };
}

/** True if a folder contains a complete model. */
export const isModelFolder = async (folder: string): Promise<boolean> =>
  findLayout(await filesIn(folder)).missing.length === 0;

/** Relative paths with forward slashes, as deep as known layouts go. */
async function filesIn(folder: string, depth = 3): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await stat(path)).isDirectory());
      if (!isFolder) return [entry.name];
      return depth > 0 ? (await filesIn(path, depth - 1)).map((inner) => `${entry.name}/${inner}`) : [];
    }),
  );
  return found.flat();
}
