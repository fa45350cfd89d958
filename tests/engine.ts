import { join } from 'node:path';
import { installEngine } from '../modules/stream/worker/generators/diffusion/engine.ts';
import { loadOnnxRuntime } from '../modules/stream/worker/generators/diffusion/onnx-node.ts';

/** Where tests have their engines, once for a checkout; a DATA_DIR of a test links to it. */
export const ENGINES_DATA_DIR = join(import.meta.dirname, '..', '.build');

/** For the hook that asks for it: at first use it is a download of 290 MB. */
export const ENGINE_WITHIN_MS = 300_000;

/** The real ONNX Runtime, installed at first use as a worker does it. */
export const testEngine = async () =>
  loadOnnxRuntime(await installEngine(ENGINES_DATA_DIR, { cuda: false, tell: () => {} }));
