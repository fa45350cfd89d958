import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installEngine } from '../modules/worker/diffusion/engine.ts';
import { loadOnnxRuntime } from '../modules/worker/diffusion/onnx-node.ts';

/** Data folder with the tests' engines, one per checkout, which tests link from their own. */
export const ENGINES_DATA_DIR = join(import.meta.dirname, '..', '.build');

/** For the calling hook: first use downloads 290 MB. */
export const ENGINE_TIMEOUT_MS = 300_000;

/** The real ONNX Runtime, installed on first use as a worker does it. */
export const testEngine = async () =>
  loadOnnxRuntime(await installEngine(ENGINES_DATA_DIR, { cuda: false, report: () => {} }));

/**
 * The real ONNX Runtime, wrapped in a driver with injected faults.
 * @param create body of an async function (path, options) that opens a session; `ort` is the real runtime
 * @returns the folder, in the layout of `installEngine`
 */
export async function faultyEngine(folder: string, create: string): Promise<string> {
  const real = await installEngine(ENGINES_DATA_DIR, { cuda: false, report: () => {} });
  await mkdir(join(folder, 'node_modules/onnxruntime-node'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(
    join(folder, 'node_modules/onnxruntime-node/index.js'),
    `const ort = require(${JSON.stringify(join(real, 'node_modules/onnxruntime-node'))});
    module.exports = { ...ort, InferenceSession: { async create(path, options) { ${create} } } };`,
  );
  return folder;
}
