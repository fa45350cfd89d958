/**
 * The thread that classifies pictures. Transformers.js prepares them as the model's own files say; ONNX Runtime's build for browsers runs
 * it, which is part of every installation where the native one is a download of 290 MB.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import * as ort from 'onnxruntime-web/webgpu';
import type { ThreadAnswer, ThreadOrder, ThreadSetup } from './thread-protocol.ts';

const { model, hub, cache }: ThreadSetup = workerData;
const WASM = 'ort-wasm-simd-threaded.asyncify';
const USUAL_SIDE = 224;
const SMALL = 'onnx/model_quantized.onnx';
const FILES = ['config.json', 'preprocessor_config.json'];
const isModel = (folder: string) =>
  FILES.every((file) => existsSync(join(folder, file))) &&
  [SMALL, 'onnx/model.onnx'].some((graph) => existsSync(join(folder, graph)));

const answer = (message: ThreadAnswer) => parentPort?.postMessage(message);
const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 300);

async function load() {
  provideRuntime();
  const { env, pipeline, RawImage } = await import('@huggingface/transformers');
  // A model that was fetched once needs no hub any more.
  const folder = [resolve(model), join(cache, model)].find(isModel) ?? resolve(model);
  const isHere = existsSync(folder);
  env.allowRemoteModels = !isHere;
  env.remoteHost = hub;
  env.cacheDir = cache;
  env.useWasmCache = false;
  const open = (dtype: 'q8' | 'fp32') =>
    pipeline('image-classification', isHere ? folder : model, { device: 'auto', dtype });
  // Eight bits take a fourth of the memory and half of the time; not every model has them.
  const hasNone = isHere && !existsSync(join(folder, SMALL));
  const classify = hasNone ? await open('fp32') : await open('q8').catch(() => open('fp32'));
  const { id2label = {} } = classify.model.config as { id2label?: Record<string, string> };
  const { size } = classify.processor.image_processor as unknown as { size?: Record<string, number> };
  answer({
    type: 'ready',
    labels: Object.values(id2label),
    side: size?.height ?? size?.shortest_edge ?? USUAL_SIDE,
  });
  return async ({ pixels, width, height }: ThreadOrder): Promise<[string, number][]> => {
    const image = new RawImage(new Uint8ClampedArray(pixels), width, height, 3);
    const found = await classify(image, { top_k: Object.keys(id2label).length });
    return found.flat().map(({ label, score }) => [label, score]);
  };
}

/** Transformers.js takes the runtime that it finds there, and hands it files by their paths. */
function provideRuntime(): void {
  const dist = new URL('.', import.meta.resolve('onnxruntime-web/webgpu')).href;
  ort.env.wasm.wasmPaths = { mjs: `${dist}${WASM}.mjs`, wasm: `${dist}${WASM}.wasm` };
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  const create = async (graph: string | Uint8Array, options: object) =>
    ort.InferenceSession.create(typeof graph === 'string' ? await readFile(graph) : graph, {
      ...options,
      executionProviders: ['wasm'],
    });
  Object.assign(globalThis, { [Symbol.for('onnxruntime')]: { ...ort, InferenceSession: { create } } });
}

const classify = load();
classify.catch((error) => answer({ type: 'failed', message: wordsOf(error) }));

let turn: Promise<void> = Promise.resolve();
parentPort?.on('message', (order: ThreadOrder) => {
  turn = turn.then(async () => {
    try {
      answer({ type: 'scores', id: order.id, scores: await (await classify)(order) });
    } catch (error) {
      answer({ type: 'fault', id: order.id, message: wordsOf(error) });
    }
  });
});
