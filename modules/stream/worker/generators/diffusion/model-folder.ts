import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ModelConfig, readModelConfig } from './core/model-config.ts';
import { GRAPHS, type GraphName } from './core/plan-model.ts';
import { ModelFault } from './core/session.ts';

/** A model that is all there; plain data, so that it can be handed to the engine's process. */
export interface ModelFiles extends ModelConfig {
  name: string;
  folder: string;
  graphs: Record<GraphName, string>;
}

/**
 * Reads a model in the diffusers ONNX layout. The four graphs and tokenizer/tokenizer.json must be there; the small
 * configuration files beside them are read where they are.
 * @throws ModelFault naming every file that is missing
 */
export async function readModelFolder(name: string, folder: string): Promise<ModelFiles> {
  const paths = GRAPHS.map((graph) => `${graph}/model.onnx`);
  const missing = ['tokenizer/tokenizer.json', ...paths].filter((path) => !existsSync(join(folder, path)));
  if (missing.length > 0) {
    throw new ModelFault(
      `The model ${name} is not complete: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing in ${folder}. ` +
        `It takes tokenizer/tokenizer.json, ${paths.join(', ')} (the diffusers ONNX layout).`,
    );
  }
  const read = async (path: string) => {
    const file = join(folder, path);
    return existsSync(file) ? await readFile(file, 'utf8') : null;
  };
  return {
    name,
    folder,
    graphs: Object.fromEntries(GRAPHS.map((graph) => [graph, join(folder, graph, 'model.onnx')])) as Record<
      GraphName,
      string
    >,
    ...(await readModelConfig(`${name} in ${folder}`, read)),
  };
}
