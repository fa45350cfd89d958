import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installEngine } from '../modules/worker/diffusion/engine.ts';
import { loadOnnxRuntime } from '../modules/worker/diffusion/onnx-node.ts';

/** Engines of the tests, once for a checkout; a DATA_DIR of a test links to it. */
export const ENGINES_DATA_DIR = join(import.meta.dirname, '..', '.build');

/** For the hook that asks for it: at first use it is a download of 290 MB. */
export const ENGINE_TIMEOUT_MS = 300_000;

/** The real ONNX Runtime, installed at first use as a worker does it. */
export const testEngine = async () =>
  loadOnnxRuntime(await installEngine(ENGINES_DATA_DIR, { cuda: false, report: () => {} }));

/**
 * The real ONNX Runtime behind a driver with faults of its own.
 * @param create the body of an async function (path, options) that opens a session; `ort` is the real one
 * @returns the folder, as `installEngine` gives it
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
