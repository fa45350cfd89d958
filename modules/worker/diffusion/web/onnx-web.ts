import { env, InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-web/webgpu';
import type { Port, Session, Tensor } from '../core/session.ts';

/** URLs of our own copy of ONNX Runtime's binary: our content security policy blocks other origins. */
export interface WasmUrls {
  mjs: string;
  wasm: string;
}

export interface GraphBytes {
  model: Uint8Array;
  /** external weights, by the file name that the graph uses */
  externalData: { path: string; data: Uint8Array }[];
}

export function takeWasmFrom(urls: WasmUrls): void {
  env.wasm.wasmPaths = urls;
  // Our pages aren't cross-origin isolated, so threads can't share memory.
  env.wasm.numThreads = 1;
  env.logLevel = 'error';
}

/** @param device ONNX Runtime's name: webgpu, or wasm for the CPU */
export async function openSession({ model, externalData }: GraphBytes, device: string): Promise<Session> {
  const session = await InferenceSession.create(model, {
    executionProviders: [device],
    externalData,
    logSeverityLevel: 3,
  });
  return {
    inputs: session.inputMetadata.map(toPort),
    outputs: session.outputMetadata.map(toPort),
    async run(feeds) {
      const given = Object.entries(feeds).map(([name, { type, data, dims }]) => [
        name,
        new OnnxTensor(type as 'float32', data as Float32Array, dims),
      ]);
      const results = await session.run(Object.fromEntries(given));
      return Object.fromEntries(Object.entries(results).map(([name, tensor]) => [name, plain(tensor)]));
    },
  };
}

function toPort(metadata: InferenceSession.ValueMetadata): Port {
  if (!metadata.isTensor) return { name: metadata.name, type: 'no tensor', dims: [] };
  const dims = metadata.shape.map((dim) => (typeof dim === 'number' && dim > 0 ? dim : null));
  return { name: metadata.name, type: metadata.type, dims };
}

/** Browsers with Float16Array return halves as numbers; the loop expects raw bits. */
function plain({ type, dims, data }: OnnxTensor): Tensor {
  const bits = type === 'float16' && !(data instanceof Uint16Array);
  const view = data as Float32Array;
  return {
    type,
    dims,
    data: bits ? new Uint16Array(view.buffer, view.byteOffset, view.length) : (data as Tensor['data']),
  };
}
