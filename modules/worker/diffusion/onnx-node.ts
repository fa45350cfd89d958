import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Port, Session, Tensor } from './core/session.ts';

/** The subset of onnxruntime-node that we use; the package itself is installed on demand. */
export interface OnnxRuntime {
  listSupportedBackends(): { name: string; bundled: boolean }[];
  InferenceSession: { create(path: string, options: object): Promise<OnnxSession> };
  Tensor: new (type: string, data: Tensor['data'], dims: readonly number[]) => OnnxTensor;
}

interface OnnxSession {
  inputMetadata: readonly OnnxPort[];
  outputMetadata: readonly OnnxPort[];
  run(feeds: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor>>;
}

interface OnnxPort {
  name: string;
  type: string;
  shape: readonly (number | string)[];
}

interface OnnxTensor {
  type: string;
  dims: readonly number[];
  data: Tensor['data'];
}

/** @param folder result of `installEngine` */
export function loadOnnxRuntime(folder: string): OnnxRuntime {
  const ort: OnnxRuntime = createRequire(join(folder, 'package.json'))('onnxruntime-node');
  keepHalvesAsBits(ort);
  return ort;
}

/**
 * Makes ONNX Runtime keep float16 as raw bits. If the runtime has a Float16Array, ONNX Runtime uses it, and under Bun
 * 1.4 its native part then reads the array as empty. It looks for the class only once, when creating its first tensor.
 */
function keepHalvesAsBits(ort: OnnxRuntime): void {
  const hidden = Object.getOwnPropertyDescriptor(globalThis, 'Float16Array');
  if (!hidden) return;
  Reflect.deleteProperty(globalThis, 'Float16Array');
  new ort.Tensor('float32', new Float32Array(1), [1]);
  Object.defineProperty(globalThis, 'Float16Array', hidden);
}

export async function openSession(ort: OnnxRuntime, path: string, provider: string): Promise<Session> {
  const session = await ort.InferenceSession.create(path, {
    executionProviders: provider === 'cpu' ? ['cpu'] : [provider, 'cpu'],
    // errors only; its warnings about node placement don't concern the operator
    logSeverityLevel: 3,
    // threads sleep between runs: spinning would burn CPU that the server and the JPEG encoder need
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  return {
    inputs: session.inputMetadata.map(toPort),
    outputs: session.outputMetadata.map(toPort),
    async run(feeds) {
      const given = Object.entries(feeds).map(([name, { type, data, dims }]) => [
        name,
        new ort.Tensor(type, data, dims),
      ]);
      const results = await session.run(Object.fromEntries(given));
      return Object.fromEntries(
        Object.entries(results).map(([name, { type, data, dims }]) => [name, { type, data, dims }]),
      );
    },
  };
}

const toPort = ({ name, type, shape }: OnnxPort): Port => ({
  name,
  type,
  dims: shape.map((dim) => (typeof dim === 'number' && dim > 0 ? dim : null)),
});
