/**
 * The process that runs the model: `fork`ed by the worker, spoken to over its channel. A run blocks its thread, and a
 * graphics driver may take the process along, so neither may happen in the worker.
 */
import { createDiffusionDream } from './core/dream.ts';
import { type Model, readGraphs } from './core/graphs.ts';
import { createSchedule } from './core/schedule.ts';
import { ModelFault } from './core/session.ts';
import { createTokens } from './core/tokens.ts';
import type { EngineOrder, EngineReport } from './engine-protocol.ts';
import type { GraphName, ModelFiles } from './model-folder.ts';
import { loadOnnxRuntime, type OnnxRuntime, openSession } from './onnx-node.ts';

type Load = Extract<EngineOrder, { type: 'load' }>;

interface Loaded {
  model: Model;
  files: ModelFiles;
  tokens: (text: string) => number[];
}

const MAX_WORDS = 400;

let loaded: Loaded | null = null;
let current: { dream: number; loop: ReturnType<typeof createDiffusionDream> } | null = null;

// One order after the other: two runs at once crash the WebGPU provider.
let turn = Promise.resolve();
process.on('message', (order: EngineOrder) => {
  turn = turn.then(() => obey(order)).catch(giveUp);
});
// The worker is gone, however it ended.
process.on('disconnect', () => process.exit(0));

async function obey(order: EngineOrder): Promise<void> {
  if (order.type === 'load') loaded = await load(order);
  if (!loaded) return;
  const { model, files, tokens } = loaded;
  if (order.type === 'start') {
    const { seed, look } = order;
    const loop = createDiffusionDream(model, { seed, look, schedule: createSchedule(files.schedule) });
    current = { dream: order.dream, loop };
  }
  if (order.type === 'load' || current?.dream !== order.dream) return;
  if (order.type === 'prompt') current.loop.prompt(order.id, await model.embed(tokens(order.text)));
  if (order.type === 'draw') {
    const picture = await current.loop.next();
    if (!picture) return;
    const { latent, ...rest } = picture;
    const reach = latent && {
      mean: Math.max(...latent.map(({ mean }) => Math.abs(mean))),
      deviation: Math.max(...latent.map(({ deviation }) => deviation)),
    };
    say({ type: 'picture', dream: order.dream, ...rest, reach });
  }
}

/** A session whose run has failed fails at the next one, too: a lost device does not come back to it. */
function giveUp(error: unknown): void {
  const words = wordsOf(error);
  if (!loaded || error instanceof ModelFault) say({ type: 'fault', message: words });
  else process.send?.({ type: 'lost', reason: words } satisfies EngineReport, () => process.exit(1));
}

/** Takes the first device that runs all four graphs, and says why those before it did not. */
async function load({ engine, model: files, devices }: Load): Promise<Loaded> {
  const ort = loadOnnxRuntime(engine);
  for (const device of devices) {
    say({ type: 'trying', device });
    try {
      const model = await openModel(ort, files, device);
      const pictureMs = await rehearse(model);
      say({ type: 'loaded', device, ...model.picture, pictureMs });
      return { model, files, tokens: createTokens(files.tokenizer, files.tokenizerConfig, model.tokens) };
    } catch (error) {
      if (device === devices.at(-1)) throw error;
      say({ type: 'fell-back', device, reason: wordsOf(error) });
    }
  }
  throw new ModelFault('no device is left to try');
}

async function openModel(ort: OnnxRuntime, files: ModelFiles, device: string): Promise<Model> {
  if (!ort.listSupportedBackends().some(({ name }) => name === device)) {
    throw new ModelFault(
      `this build of ONNX Runtime has no ${device} for ${process.platform} ${process.arch}`,
    );
  }
  const open = async (graph: GraphName) => {
    try {
      return await openSession(ort, files.graphs[graph], device);
    } catch (error) {
      throw new ModelFault(`${files.graphs[graph]} can’t be opened on ${device}: ${wordsOf(error)}`);
    }
  };
  // in turn: two loads at once need twice the memory at their peak
  return readGraphs(
    {
      textEncoder: await open('text_encoder'),
      unet: await open('unet'),
      vaeEncoder: await open('vae_encoder'),
      vaeDecoder: await open('vae_decoder'),
    },
    { scaling: files.scaling },
  );
}

/** One more picture that nobody sees, when all is compiled: how long it takes is what the operator is told. */
async function rehearse(model: Model): Promise<number> {
  const { channels, height, width } = model.latent;
  const embedding = await model.embed(new Array(model.tokens).fill(0));
  const began = performance.now();
  const latent = await model.predict(new Float32Array(channels * height * width), 999, embedding);
  await model.encode(await model.decode(latent));
  return performance.now() - began;
}

function say(report: EngineReport): void {
  process.send?.(report);
}

/** ONNX Runtime puts whole signatures of its own functions before what it has to say. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.length > MAX_WORDS ? `…${words.slice(-MAX_WORDS)}` : words;
}
