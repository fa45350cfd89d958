import { ModelFault } from '../../contract/faults.ts';
import { type Port, type Session, type Tensor, toFloats, toTensor } from './session.ts';

export interface Sessions {
  textEncoder: Session;
  unet: Session;
  vaeEncoder: Session;
  vaeDecoder: Session;
}

/** Parameters that the graph files don't contain. */
export interface GraphOptions {
  /** factor between the autoencoder's latents and the model's: 0.18215, or 1 for the tiny autoencoder */
  scaling: number;
}

/** A model as the loop uses it. Latents use the model's scale; images are three planes of −1…1. */
export type Model = Awaited<ReturnType<typeof readGraphs>>;

/** For graphs of any size, 576 × 320: the closest to 16:9 that every UNet can halve three times. */
const FREE_HEIGHT = 40;
const FREE_WIDTH = 72;
const TOKENS = 77;

/**
 * Reads each graph's inputs and outputs, because exports differ in names, types and shapes. Runs each graph once, so
 * that mismatches show up before the first dream.
 * @throws ModelFault naming the graph
 */
export async function readGraphs(sessions: Sessions, { scaling }: GraphOptions) {
  const text = within('text_encoder', () => textEncoderOf(sessions.textEncoder));
  const unet = within('unet', () => unetOf(sessions.unet));
  const encoder = within('vae_encoder', () => singleOf(sessions.vaeEncoder));
  const decoder = within('vae_decoder', () => singleOf(sessions.vaeDecoder));
  const [channels, height, width] = unet.latent;
  const latentDims = [1, channels, height, width];

  const decodeTensor = (latent: Float32Array) =>
    decoder(
      latent.map((value) => value / scaling),
      latentDims,
    );
  const embedding = await inside('text_encoder', () => text.run(new Array(text.tokens).fill(0)));
  const embeddingWidth = embedding.dims.at(-1) ?? 0;
  await inside('unet', () =>
    unet.run(new Float32Array(channels * height * width), 999, toFloats(embedding), embedding.dims),
  );
  const blank = await inside('vae_decoder', () => decodeTensor(new Float32Array(channels * height * width)));
  const [, colours, imageHeight = 0, imageWidth = 0] = blank.dims;
  if (colours !== 3) throw new ModelFault(`vae_decoder returns ${colours} planes, but an image has 3`);
  const imageDims = [1, 3, imageHeight, imageWidth];
  const plane = channels * height * width;

  async function encode(image: Float32Array): Promise<Float32Array> {
    const latent = toFloats(await encoder(image, imageDims));
    // some exports return a distribution, mean first, then spread
    if (latent.length !== plane && latent.length !== 2 * plane) {
      throw new ModelFault(`vae_encoder returns ${latent.length} numbers, but the unet needs ${plane}`);
    }
    return latent.slice(0, plane).map((value) => value * scaling);
  }
  await inside('vae_encoder', () => encode(toFloats(blank)));

  return {
    latent: { channels, height, width },
    image: { height: imageHeight, width: imageWidth },
    /** length of the text encoder's input, in tokens */
    tokens: text.tokens,
    /** length of one token's embedding */
    embeddingWidth,
    embed: async (ids: readonly number[]) => toFloats(await text.run(ids)).slice(),
    predict: async (input: Float32Array, timestep: number, values: Float32Array) =>
      toFloats(await unet.run(input, timestep, values, embedding.dims)),
    encode,
    decode: async (latent: Float32Array) => toFloats(await decodeTensor(latent)),
  };
}

function textEncoderOf(session: Session) {
  const input = portOf(session.inputs, 'input_ids', ({ dims }) => dims.length === 2);
  const output = portOf(session.outputs, 'last_hidden_state', ({ dims }) => dims.length === 3);
  // attention masks and the like: every token counts
  const others = session.inputs.filter((port) => port !== input);
  const tokens = input.dims[1] ?? TOKENS;
  const dims = [1, tokens];
  return {
    tokens,
    run: async (ids: readonly number[]) =>
      resultOf(
        await session.run({
          [input.name]: toTensor(input, ids, dims),
          ...Object.fromEntries(
            others.map((port) => [port.name, toTensor(port, new Array(tokens).fill(1), dims)]),
          ),
        }),
        output,
      ),
  };
}

function unetOf(session: Session) {
  const sample = portOf(session.inputs, 'sample', ({ dims }) => dims.length === 4);
  const states = portOf(session.inputs, 'encoder_hidden_states', ({ dims }) => dims.length === 3);
  const step = portOf(session.inputs, 'timestep', ({ dims }) => dims.length < 2);
  const unknown = session.inputs.filter((port) => ![sample, states, step].includes(port));
  if (unknown.length > 0) {
    throw new ModelFault(
      `it needs further inputs (${unknown.map(({ name }) => name).join(', ')}), unlike models of the Stable Diffusion 1 and 2 families`,
    );
  }
  const output = portOf(session.outputs, 'out_sample', ({ dims }) => dims.length === 4 || dims.length === 0);
  const [, channels, height, width] = sample.dims;
  const latent = [channels ?? 4, height ?? FREE_HEIGHT, width ?? FREE_WIDTH] as const;
  return {
    latent,
    run: async (
      input: Float32Array,
      timestep: number,
      embedding: Float32Array,
      embeddingDims: readonly number[],
    ) =>
      resultOf(
        await session.run({
          [sample.name]: toTensor(sample, input, [1, ...latent]),
          [states.name]: toTensor(states, embedding, embeddingDims),
          [step.name]: toTensor(step, [timestep], step.dims.length === 0 ? [] : [1]),
        }),
        output,
      ),
  };
}

function singleOf(session: Session) {
  const [input, ...more] = session.inputs;
  const [output] = session.outputs;
  if (!input || !output || more.length > 0 || input.dims.length !== 4) {
    throw new ModelFault(`it needs ${describe(session.inputs)}, but one image or latent was expected`);
  }
  return async (values: Float32Array, dims: readonly number[]) =>
    resultOf(await session.run({ [input.name]: toTensor(input, values, dims) }), output);
}

/** Finds a port by its usual name, else the only one with the right shape. */
function portOf(ports: readonly Port[], name: string, fits: (port: Port) => boolean): Port {
  const named = ports.find((port) => port.name === name);
  const alike = ports.filter(fits);
  const found = named ?? (alike.length === 1 ? alike[0] : undefined);
  if (!found) throw new ModelFault(`it has ${describe(ports)}, but ${name} was expected`);
  return found;
}

function resultOf(results: Record<string, Tensor>, port: Port): Tensor {
  const tensor = results[port.name];
  if (!tensor) throw new ModelFault(`it returned no ${port.name}`);
  return tensor;
}

const describe = (ports: readonly Port[]) =>
  ports
    .map(({ name, type, dims }) => `${name} ${type}[${dims.map((dim) => dim ?? '?').join(',')}]`)
    .join(', ') || 'nothing';

function within<T>(graph: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw ofGraph(graph, error);
  }
}

async function inside<T>(graph: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    throw ofGraph(graph, error);
  }
}

function ofGraph(graph: string, error: unknown): ModelFault {
  const words = error instanceof Error ? error.message : String(error);
  return new ModelFault(words.startsWith(graph) ? words : `${graph}: ${words}`);
}
