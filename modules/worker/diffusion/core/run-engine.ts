import { ModelFault } from '../../shared/faults.ts';
import { createDiffusionDream } from './dream.ts';
import type { EngineOrder, EngineReport, LoadOrder } from './engine-protocol.ts';
import { type Model, readGraphs, type Sessions } from './graphs.ts';
import { createSchedule } from './schedule.ts';
import { createTokens } from './tokens.ts';

/** Services of the process or thread that an engine lives in. */
export interface EngineHome<Load extends LoadOrder> {
  /** Opens the four graphs on a device. */
  openGraphs(order: Load, device: string): Promise<Sessions>;
  say(report: EngineReport): void;
  /** Ends here: a session whose run has failed fails at the next one, too. */
  lost(reason: string): void;
}

interface Loaded extends Pick<LoadOrder, 'config'> {
  model: Model;
  tokens: (text: string) => number[];
}

const MAX_WORDS = 400;
/** The speed is the median of so many pictures, or of those that so long suffices for. */
const MAX_REHEARSALS = 5;
const REHEARSE_MS = 2_000;

/**
 * The engine's end of the channel: loads a model, then draws the pictures of one dream at a time.
 * @returns what takes its orders
 */
export function createEngine<Load extends LoadOrder>(
  home: EngineHome<Load>,
): (order: Load | EngineOrder) => void {
  let loaded: Loaded | null = null;
  let current: { dream: number; loop: ReturnType<typeof createDiffusionDream> } | null = null;
  let turn = Promise.resolve();

  async function obey(order: Load | EngineOrder): Promise<void> {
    if (order.type === 'load') loaded = await load(home, order);
    else if (loaded) await draw(loaded, order);
  }

  async function draw({ model, config, tokens }: Loaded, order: EngineOrder): Promise<void> {
    if (order.type === 'start') {
      const { seed, look, picture = null } = order;
      const schedule = createSchedule(config.schedule);
      const loop = createDiffusionDream(model, { seed, look, picture, schedule });
      current = { dream: order.dream, loop };
    }
    if (current?.dream !== order.dream) return;
    if (order.type === 'look') current.loop.restyle(order.look);
    if (order.type === 'prompt') current.loop.prompt(order.id, await model.embed(tokens(order.text)));
    if (order.type !== 'draw') return;
    const picture = await current.loop.next();
    if (!picture) return;
    const { latent, ...rest } = picture;
    const reach = latent && {
      mean: Math.max(...latent.map(({ mean }) => Math.abs(mean))),
      deviation: Math.max(...latent.map(({ deviation }) => deviation)),
    };
    home.say({ type: 'picture', dream: order.dream, ...rest, reach });
  }

  function giveUp(error: unknown): void {
    const words = wordsOf(error);
    if (!loaded || error instanceof ModelFault) home.say({ type: 'fault', message: words });
    else home.lost(words);
  }

  return (order) => {
    // One order after the other: two runs at once crash the WebGPU provider.
    turn = turn.then(() => obey(order)).catch(giveUp);
  };
}

/** Takes the first device that runs all four graphs, and reports why those before it did not. */
async function load<Load extends LoadOrder>(home: EngineHome<Load>, order: Load): Promise<Loaded> {
  const { devices, config } = order;
  for (const device of devices) {
    home.say({ type: 'trying', device });
    try {
      const model = await readGraphs(await home.openGraphs(order, device), { scaling: config.scaling });
      const pictureMs = await rehearse(model);
      const tokens = createTokens(config.tokenizer, config.tokenizerConfig, model.tokens);
      home.say({ type: 'loaded', device, ...model.picture, pictureMs });
      return { model, config, tokens };
    } catch (error) {
      if (device === devices.at(-1)) throw error;
      home.say({ type: 'fell-back', device, reason: wordsOf(error) });
    }
  }
  throw new ModelFault('no device is left to try');
}

/** Draws pictures that are not shown, once all is compiled. @returns ms that one takes */
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

/** ONNX Runtime puts whole signatures of its own functions before what it has to say. */
export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.length > MAX_WORDS ? `…${words.slice(-MAX_WORDS)}` : words;
}
