import { ModelFault } from '../../contract/faults.ts';
import { createDiffusionDream } from './dream.ts';
import type { EngineOrder, EngineReport, LoadOrder } from './engine-protocol.ts';
import { type Model, readGraphs, type Sessions } from './graphs.ts';
import { createSchedule } from './schedule.ts';
import { createTokens } from './tokens.ts';

/** Services of the engine's host process or thread. */
export interface EngineHost<Load extends LoadOrder> {
  openGraphs(order: Load, device: string): Promise<Sessions>;
  send(report: EngineReport): void;
  /** Exits: once a run has failed, the session's later runs fail too. */
  lost(reason: string): void;
}

interface Loaded extends Pick<LoadOrder, 'config'> {
  model: Model;
  tokens: (text: string) => number[];
}

const MAX_WORDS = 400;
/** Speed is the median of five images, or of as many as fit into two seconds. */
const MAX_REHEARSALS = 5;
const REHEARSE_MS = 2_000;

/**
 * The engine's side of the channel: loads a model, then generates images for one dream at a time.
 * @returns the handler for its orders
 */
export function createEngine<Load extends LoadOrder>(
  host: EngineHost<Load>,
): (order: Load | EngineOrder) => void {
  let loaded: Loaded | null = null;
  let current: { dream: number; loop: ReturnType<typeof createDiffusionDream> } | null = null;
  let turn = Promise.resolve();

  async function obey(order: Load | EngineOrder): Promise<void> {
    if (order.type === 'load') loaded = await load(host, order);
    else if (loaded) await draw(loaded, order);
  }

  async function draw({ model, config, tokens }: Loaded, order: EngineOrder): Promise<void> {
    if (order.type === 'start') {
      const { seed, look, image = null } = order;
      const schedule = createSchedule(config.schedule);
      const loop = createDiffusionDream(model, { seed, look, image, schedule });
      current = { dream: order.dream, loop };
    }
    if (current?.dream !== order.dream) return;
    if (order.type === 'look') current.loop.restyle(order.look);
    if (order.type === 'prompt') current.loop.prompt(order.id, await model.embed(tokens(order.text)));
    if (order.type !== 'draw') return;
    const image = await current.loop.next(order.live);
    if (!image) return;
    const { latent, ...rest } = image;
    const reach = latent && {
      mean: Math.max(...latent.map(({ mean }) => Math.abs(mean))),
      deviation: Math.max(...latent.map(({ deviation }) => deviation)),
    };
    host.send({ type: 'image', dream: order.dream, ...rest, reach });
  }

  function giveUp(error: unknown): void {
    const words = messageOf(error);
    if (!loaded || error instanceof ModelFault) host.send({ type: 'fault', message: words });
    else host.lost(words);
  }

  return (order) => {
    // Orders run one after another: two runs at once crash the WebGPU provider.
    turn = turn.then(() => obey(order)).catch(giveUp);
  };
}

/** Picks the first device that runs all four graphs, and reports why earlier ones failed. */
async function load<Load extends LoadOrder>(host: EngineHost<Load>, order: Load): Promise<Loaded> {
  const { devices, config } = order;
  for (const device of devices) {
    host.send({ type: 'trying', device });
    try {
      const model = await readGraphs(await host.openGraphs(order, device), { scaling: config.scaling });
      const imageMs = await rehearse(model);
      const tokens = createTokens(config.tokenizer, config.tokenizerConfig, model.tokens);
      host.send({ type: 'loaded', device, ...model.image, imageMs });
      return { model, config, tokens };
    } catch (error) {
      if (device === devices.at(-1)) throw error;
      host.send({ type: 'fell-back', device, reason: messageOf(error) });
    }
  }
  throw new ModelFault('every device failed');
}

/** Generates a few throwaway images to compile everything. @returns ms per image */
async function rehearse(model: Model): Promise<number> {
  const { channels, height, width } = model.latent;
  const embedding = await model.embed(new Array(model.tokens).fill(0));
  const began = performance.now();
  const took: number[] = [];
  do {
    const before = performance.now();
    const latent = await model.predict(new Float32Array(channels * height * width), 999, embedding);
    await model.encode(await model.decode(latent));
    took.push(performance.now() - before);
  } while (took.length < MAX_REHEARSALS && performance.now() - began < REHEARSE_MS);
  return took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
}

/** ONNX Runtime puts long C++ signatures before the actual message. */
export function messageOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.length > MAX_WORDS ? `…${words.slice(-MAX_WORDS)}` : words;
}
