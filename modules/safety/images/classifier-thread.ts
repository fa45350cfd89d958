/**
 * Worker thread that classifies images. Transformers.js preprocesses them as the model's files specify, and ONNX
 * Runtime's browser build runs the model: it is part of every installation, while the native build is a download of 290
 * MB.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import * as ort from 'onnxruntime-web/webgpu';
import { type ClassifierFiles, isClassifier, readClassifierFiles, readWeights } from './classifier-files.ts';
import { kindOfOutputs, type Outputs, scoresOf } from './raw-scores.ts';
import type { Oddity, ThreadAnswer, ThreadOrder, ThreadSetup } from './thread-protocol.ts';

const { model, hub, cache }: ThreadSetup = workerData;
const WASM = 'ort-wasm-simd-threaded.asyncify';
const USUAL_SIDE = 224;
/** Colours (and a checkerboard) of test images, which reveal what kind of numbers the model returns. */
const PROBES = ['000000', 'ffffff', 'ff0000', '00ff00', '0000ff', 'c68642', 'squares'] as const;

const answer = (message: ThreadAnswer) => parentPort?.postMessage(message);
const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 300);

// When a run fails, the libraries print their input: every number of an image.
for (const level of ['error', 'warn'] as const) console[level] = () => {};

type Picture = Omit<ThreadOrder, 'id'>;

async function load() {
  provideRuntime();
  const folder = await bringFolder();
  const files = await readClassifierFiles(folder);
  const session = await openGraph(files);
  const { prepare, side } = await openPreparation(folder);
  const run = async (picture: Picture) => firstOutput(files, session, await prepare(picture));

  const seen: number[][] = [];
  for (const probe of PROBES) seen.push(await run(probePicture(probe, side)));
  const outputs = kindOfOutputs(seen, files.isMultiLabel);
  answer({ type: 'ready', labels: files.labels, side, note: noteOn(seen, outputs) });
  return async (order: ThreadOrder): Promise<[string, number][]> => {
    const scores = scoresOf(await run(order), outputs);
    return files.labels.map((label, at) => [label, scores[at] ?? 0]);
  };
}

/** Anything unusual about the model that an operator should check. */
function noteOn(seen: readonly (readonly number[])[], outputs: Outputs): Oddity | null {
  const kinds = new Set(seen.map((numbers) => numbers.map((one) => one.toFixed(4)).join()));
  if (kinds.size === 1) return 'constant';
  return outputs === 'probabilities' ? 'scores' : null;
}

/** Returns the model's folder, downloading it once if needed; after that the hub is no longer used. */
async function bringFolder(): Promise<string> {
  const fetched = join(cache, model);
  const here = [resolve(model), fetched].find(isClassifier) ?? resolve(model);
  if (existsSync(here)) return here;
  const { env, pipeline } = await import('@huggingface/transformers');
  env.remoteHost = hub;
  env.cacheDir = cache;
  env.useWasmCache = false;
  const open = (dtype: 'q8' | 'fp32') => pipeline('image-classification', model, { device: 'auto', dtype });
  await (await open('q8').catch(() => open('fp32'))).dispose();
  return fetched;
}

async function openGraph({ folder, graph }: ClassifierFiles): Promise<ort.InferenceSession> {
  const path = join(folder, graph);
  try {
    return await ort.InferenceSession.create(await readFile(path), {
      executionProviders: ['wasm'],
      externalData: await readWeights(path),
    });
  } catch (error) {
    throw new Error(
      `${graph} can’t be opened. Check that it is complete and next to its data. (${firstLine(error)})`,
    );
  }
}

const firstLine = (error: unknown) => wordsOf(error).split('\n', 1)[0]?.slice(0, 160) ?? '';

/** Preprocesses images as the model's own config specifies. */
async function openPreparation(folder: string) {
  const { AutoImageProcessor, env, RawImage } = await import('@huggingface/transformers');
  env.allowRemoteModels = false;
  const processor = await AutoImageProcessor.from_pretrained(folder).catch((error) => {
    throw new Error(`preprocessor_config.json can’t be read (${firstLine(error)})`);
  });
  const settings = processor as unknown as { size?: number | Record<string, number> };
  // Older exporters write one number for both sides.
  if (typeof settings.size === 'number') settings.size = { height: settings.size, width: settings.size };
  const side = settings.size?.height ?? settings.size?.shortest_edge ?? USUAL_SIDE;
  const prepare = async ({ pixels, width, height }: Picture): Promise<ort.Tensor> => {
    const image = new RawImage(new Uint8ClampedArray(pixels), width, height, 3);
    const { pixel_values: prepared } = await processor(image);
    return new ort.Tensor('float32', Float32Array.from(prepared.data as Float32Array), prepared.dims);
  };
  return { prepare, side };
}

async function firstOutput(
  { graph, labels }: ClassifierFiles,
  session: ort.InferenceSession,
  input: ort.Tensor,
): Promise<number[]> {
  const [name = ''] = session.inputNames;
  const results = await session.run({ [name]: input }).catch((error: unknown) => {
    throw new Error(`${graph} can’t be run with an image of ${input.dims.join(' × ')} (${firstLine(error)})`);
  });
  const output = results.logits ?? results[session.outputNames[0] ?? ''];
  const count = output?.dims.reduce((all, one) => all * one, 1);
  if (!output || count !== labels.length)
    throw new Error(
      `${graph} returns ${output?.dims.join(' × ')} numbers, but config.json names ${labels.length} labels. A detector isn’t a classifier: put it behind SAFETY_URL.`,
    );
  return Array.from(output.data as Float32Array, Number);
}

function probePicture(probe: (typeof PROBES)[number], side: number): Picture {
  const colour = Buffer.from(probe === 'squares' ? '' : probe, 'hex');
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_, at) => {
    const place = Math.floor(at / 3);
    const isDark = ((place >> 3) + (Math.floor(place / side) >> 3)) % 2 === 0;
    return colour[at % 3] ?? (isDark ? 0 : 255);
  });
  return { pixels, width: side, height: side };
}

/** Transformers.js uses the runtime that it finds in this global, and passes it files by path. */
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
