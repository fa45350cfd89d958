import { env, InferenceSession, Tensor } from 'onnxruntime-web/webgpu';
import { PACKET_BITS } from './packet.ts';
import { SQUARE_SIDE } from './resample.ts';

/** URLs of ONNX Runtime's binary and loader. */
export interface RuntimeUrls {
  mjs: string;
  wasm: string;
}

/** Writes bits into square images with this side; R, G and B range from −1 to 1. */
export interface Encoder {
  side: number;
  /** Returns the changes that write these bits. Each channel keeps its mean. */
  residual(cover: Float32Array, bits: readonly number[]): Promise<Float32Array>;
}

export type Decoder = Awaited<ReturnType<typeof openDecoder>>;

export async function openEncoder(graph: Uint8Array, urls: RuntimeUrls): Promise<Encoder> {
  const session = await open(graph, urls);
  const [image, secret] = [inputOf(session, 4), inputOf(session, 2)];
  const side = sideOf(image);
  return {
    side,
    async residual(cover, bits) {
      const outputs = await session.run({
        [image.name]: new Tensor('float32', cover, [1, 3, side, side]),
        [secret.name]: new Tensor('float32', Float32Array.from(bits), [1, PACKET_BITS]),
      });
      const stego = Object.values(outputs).find(({ size }) => size === cover.length);
      if (!stego) throw new Error('the encoder’s output doesn’t have its input’s size');
      return difference(stego.data as Float32Array, cover);
    },
  };
}

/** @param graph its bytes, or a URL (browsers only) */
export async function openDecoder(graph: Uint8Array | string, urls: RuntimeUrls) {
  const session = await open(graph, urls);
  const image = inputOf(session, 4);
  const side = sideOf(image);
  return {
    side,
    /** Returns a number per bit, positive for ones. */
    async logits(square: Float32Array): Promise<Float32Array> {
      const outputs = await session.run({ [image.name]: new Tensor('float32', square, [1, 3, side, side]) });
      const bits = Object.values(outputs).find(({ size }) => size === PACKET_BITS);
      if (!bits) throw new Error(`the decoder doesn’t return ${PACKET_BITS} bits`);
      return bits.data as Float32Array;
    },
  };
}

/** On the CPU, which every machine has. */
function open(graph: Uint8Array | string, urls: RuntimeUrls): Promise<InferenceSession> {
  env.wasm.wasmPaths = { mjs: urls.mjs, wasm: urls.wasm };
  // Browsers share memory between threads only on cross-origin isolated pages, which ours aren't.
  env.wasm.numThreads = 1;
  env.logLevel = 'error';
  const options: InferenceSession.SessionOptions = { executionProviders: ['wasm'], logSeverityLevel: 3 };
  return typeof graph === 'string'
    ? InferenceSession.create(graph, options)
    : InferenceSession.create(graph, options);
}

/** Finds an input by its number of dimensions, since names vary between exports. */
function inputOf({ inputMetadata }: InferenceSession, dimensions: number) {
  for (const input of inputMetadata)
    if (input.isTensor && input.shape.length === dimensions) return { name: input.name, shape: input.shape };
  throw new Error(`the graph has no input with ${dimensions} dimensions`);
}

/** Some graphs accept any size. */
function sideOf({ shape }: { shape: readonly (number | string)[] }): number {
  const side = shape[2];
  return typeof side === 'number' && side > 0 ? side : SQUARE_SIDE;
}

function difference(stego: Float32Array, cover: Float32Array): Float32Array {
  const residual = stego.map((value, at) => Math.max(-1, Math.min(value, 1)) - (cover[at] as number));
  const size = residual.length / 3;
  for (let start = 0; start < residual.length; start += size) {
    const plane = residual.subarray(start, start + size);
    const mean = plane.reduce((sum, value) => sum + value, 0) / size;
    for (let at = 0; at < size; at += 1) (plane[at] as number) -= mean;
  }
  return residual;
}
